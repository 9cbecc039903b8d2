import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * What became of a pressed button stands as a note in the address that it leads to. The back-office tells it once: the
 * cookie that comes along goes with the first look, so that a reload without a script does not tell old things as new.
 */
const COOKIE = 'signbook_note'
const LASTS_SECONDS = 60
const PATH = '/'

const hasNote = (url: string): boolean => /[?&]note=/.test(url)

export const leaveNote = (reply: FastifyReply, to: string, secure: boolean): void => {
  if (hasNote(to))
    reply.setCookie(COOKIE, to, { path: PATH, httpOnly: true, sameSite: 'lax', secure, maxAge: LASTS_SECONDS })
}

/** Whether the note in this address was told before, or is nobody's. */
export const isOldNote = (request: FastifyRequest, reply: FastifyReply): boolean => {
  if (!hasNote(request.url)) return false
  if (request.cookies[COOKIE] !== request.url) return true
  reply.clearCookie(COOKIE, { path: PATH })
  return false
}
