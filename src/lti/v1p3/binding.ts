import type { FastifyReply, FastifyRequest } from 'fastify'
import { sameBytes, sha256 } from '../../crypto.ts'

/**
 * What ties a launch to the browser that began its login: without it, somebody else's launch could be pushed into a
 * browser. A cookie first; where cookies are blocked, the storage of the platform; else a window of our own.
 */
const LIFE_SECONDS = 600

const cookieName = (stateHash: string): string => `__Host-lti_${stateHash.slice(0, 12)}`

/** Partitioned: the one kind of cookie that comes back inside another site's frame where third-party cookies are blocked. */
const COOKIE = { path: '/', secure: true, httpOnly: true, sameSite: 'none', partitioned: true } as const

export const setBinding = (reply: FastifyReply, stateHash: string, binding: string): void => {
  reply.setCookie(cookieName(stateHash), binding, { ...COOKIE, maxAge: LIFE_SECONDS })
}

export const clearBinding = (reply: FastifyReply, stateHash: string): void => {
  reply.clearCookie(cookieName(stateHash), COOKIE)
}

/** How the browser proved itself; null: it did not. */
export const boundBy = (
  request: FastifyRequest,
  { stateHash, bindingHash }: { stateHash: string; bindingHash: string },
  stored: string | undefined,
): 'cookie' | 'storage' | null => {
  const is = (value: string | undefined) =>
    value !== undefined && sameBytes(Buffer.from(sha256(value)), Buffer.from(bindingHash))
  if (is(request.cookies[cookieName(stateHash)])) return 'cookie'
  return is(stored) ? 'storage' : null
}

/** The name under which a platform keeps the binding for us. */
export const storageKey = (stateHash: string): string => `signbook_${stateHash.slice(0, 24)}`
