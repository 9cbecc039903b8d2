import type { LimitHash } from '#src/core/limits/limit-hash.ts'
import type { Limit } from '#src/core/limits/limits.ts'
import { CODES_AN_HOUR, RESEND_SECONDS } from './rules/sign-up.ts'

/** The address that a code proves, for the networks that proved it before. */
export const codeTarget = (email: string): string => `sign-up ${email}`

/** Codes that one network may send to an email. Another network has its own limit. */
export const codeLimit = (hash: LimitHash, email: string, address: string): Limit => ({
  key: `sign-up:target:${hash.target(email)}:${hash.network(address)}`,
  most: CODES_AN_HOUR,
})

/** Returns when a network may ask for the next code; null if it may now. */
export const codeWait = (pending: { createdAt: Date }[], now: Date): Date | null => {
  const last = Math.max(0, ...pending.map(s => s.createdAt.getTime()))
  const soon = new Date(last + RESEND_SECONDS * 1000)
  return soon > now ? soon : null
}
