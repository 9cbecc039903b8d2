import type { FastifyRequest } from 'fastify'
import { webOrigin } from '#src/core/rules/web-origin.ts'

/**
 * Returns the origin of the other site's page that sent this request, by its Origin or Referer header: for a launch, the
 * LMS. Null when a page of ours sent it, or when neither header says. The browser sets these headers; nothing signs them.
 */
export const requestingOrigin = ({ headers, host }: FastifyRequest, publicUrl: string): string | null => {
  const asking = webOrigin(headers.origin) ?? webOrigin(headers.referer)
  return asking === null || asking === publicUrl || new URL(asking).host === host ? null : asking
}
