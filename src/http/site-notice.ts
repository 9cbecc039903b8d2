import type { FastifyInstance, FastifyRequest } from 'fastify'
import { localPath } from '#src/core/rules/local-path.ts'
import { paths } from '#views/paths.ts'
import { fieldsOf } from './fields.ts'

const COOKIE = 'signbook_dismissed'
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Returns the current site notice; null when there is none or this browser dismissed it. */
export const noticeFor = async <Notice extends { id: number }>(
  request: FastifyRequest,
  findNotice: () => Promise<Notice | null>,
): Promise<Notice | null> => {
  const notice = await findNotice()
  return notice && request.cookies[COOKIE] !== String(notice.id) ? notice : null
}

/**
 * POST /dismiss hides the notice for this browser and redirects to the page it was on. The cookie is partitioned,
 * because no other kind is sent inside an LMS frame.
 */
export const mountDismiss = (scope: FastifyInstance, secure: boolean): void => {
  const framed = secure ? ({ sameSite: 'none', secure, partitioned: true } as const) : ({ sameSite: 'lax' } as const)
  scope.post(paths.dismiss, async (request, reply) => {
    const { id = '', back } = fieldsOf(request.body)
    if (/^\d{1,15}$/.test(id))
      reply.setCookie(COOKIE, id, { path: '/', httpOnly: true, maxAge: YEAR_SECONDS, ...framed })
    return reply.redirect(localPath(back), 303)
  })
}
