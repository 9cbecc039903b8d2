import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256, timingSafeBytesEqual } from '#src/core/crypto.ts'

/**
 * Lifetime of the value that binds a launch to the browser that began its login. Without it, someone could push another
 * person's launch into a browser. It is kept in a cookie; where cookies are blocked, in the platform's storage;
 * otherwise the login restarts in our own window.
 */
const LIFE_SECONDS = 600

const cookieName = (stateHash: string): string => `__Host-lti_${stateHash.slice(0, 12)}`

/** Only partitioned cookies are sent inside another site's frame where third-party cookies are blocked. */
const COOKIE = { path: '/', secure: true, httpOnly: true, sameSite: 'none', partitioned: true } as const

export const setBinding = (reply: FastifyReply, stateHash: string, binding: string): void => {
  reply.setCookie(cookieName(stateHash), binding, { ...COOKIE, maxAge: LIFE_SECONDS })
}

export const clearBinding = (reply: FastifyReply, stateHash: string): void => {
  reply.clearCookie(cookieName(stateHash), COOKIE)
}

/** Returns how the browser proved that it began the login; null when it did not. */
export const findBinding = (
  request: FastifyRequest,
  { stateHash, bindingHash }: { stateHash: string; bindingHash: string },
  stored: string | undefined,
): 'cookie' | 'storage' | null => {
  const is = (value: string | undefined) =>
    value !== undefined && timingSafeBytesEqual(Buffer.from(sha256(value)), Buffer.from(bindingHash))
  if (is(request.cookies[cookieName(stateHash)])) return 'cookie'
  return is(stored) ? 'storage' : null
}

/** Key of the binding in the platform's storage. */
export const storageKey = (stateHash: string): string => `signbook_${stateHash.slice(0, 24)}`
