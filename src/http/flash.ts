import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Cookie for flash messages. A redirect carries the result of a form in its `note` query. The back-office shows it
 * once: the cookie is removed at first display, so that a reload without JavaScript does not repeat it.
 */
const COOKIE = 'signbook_note'
const MAX_AGE_SECONDS = 60
const PATH = '/'

const hasNote = (url: string): boolean => /[?&]note=/.test(url)

export const setFlash = (reply: FastifyReply, to: string, secure: boolean): void => {
  if (hasNote(to))
    reply.setCookie(COOKIE, to, { path: PATH, httpOnly: true, sameSite: 'lax', secure, maxAge: MAX_AGE_SECONDS })
}

/** Returns whether the note in this URL was shown before or did not come from a redirect of ours. */
export const isSpentFlash = (request: FastifyRequest, reply: FastifyReply): boolean => {
  if (!hasNote(request.url)) return false
  if (request.cookies[COOKIE] !== request.url) return true
  reply.clearCookie(COOKIE, { path: PATH })
  return false
}
