import type { FastifyRequest } from 'fastify'

/** Returns whether a page of ours sent this form, by the headers that the browser sets itself. */
export const isFromOurPage = ({ headers, host }: FastifyRequest, publicUrl: string): boolean => {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin') return false
  // Old iPads send no Sec-Fetch-Site, but an Origin with every POST.
  if (origin === undefined) return site !== undefined
  return URL.canParse(origin) && (new URL(origin).host === host || origin === publicUrl)
}

/** Returns whether a browser says that another site sent this. Programs send neither header, and browsers one at least. */
export const isFromOtherSite = (request: FastifyRequest, publicUrl: string): boolean =>
  (request.headers.origin ?? request.headers['sec-fetch-site']) !== undefined && !isFromOurPage(request, publicUrl)
