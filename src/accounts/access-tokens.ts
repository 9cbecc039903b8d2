import { hkdfSync } from 'node:crypto'
import type { Needs } from '#src/context.ts'
import { mintSecret, sha256 } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import {
  claimRefreshToken,
  deleteSessionOfSpentToken,
  findSessionById,
  saveRefreshToken,
  touchSession,
} from './store/staff.ts'

const MINUTES = 30
const ISSUER = 'signbook'

/** Imports jose with the first token. It loads Web Crypto, which the start does not need. */
const jose = () => import('jose')

export type AccessTokens = ReturnType<typeof makeAccessTokens>

/** Bearer tokens for staff calls: JWTs with `exp` and `user`. A token is valid only while its session exists. */
export const makeAccessTokens = (appSecret: string) => {
  const key = new Uint8Array(hkdfSync('sha256', appSecret, 'signbook', 'staff access token', 32))
  return {
    async sign({ id, staff }: { id: number; staff: Staff }, now: Date): Promise<string> {
      const { SignJWT } = await jose()
      const { firstName: first_name, lastName: last_name, imageUrl: image_url } = staff
      const user = { id: staff.id, email: staff.email, first_name, last_name, image_url, role: staff.role }
      const iat = Math.floor(now.getTime() / 1000)
      const claims = { iss: ISSUER, aud: 'staff', sub: String(staff.id), iat, exp: iat + MINUTES * 60 }
      return new SignJWT({ sid: id, user, ...claims }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key)
    },
    /** Returns the token's session id; null when the token is invalid or expired. */
    async sessionOf(token: string, now: Date): Promise<number | null> {
      const { jwtVerify } = await jose()
      const options = { issuer: ISSUER, audience: 'staff', algorithms: ['HS256'], currentDate: now }
      const sid = await jwtVerify(token, key, options).then(
        ({ payload }) => payload.sid,
        () => null,
      )
      return typeof sid === 'number' ? sid : null
    },
  }
}

/** Grace period for a client that sends the same token again or twice at once. */
const GRACE_MS = 60 * 1000

/**
 * Exchanges a refresh token for new tokens. Refuses a token that is unknown or spent. Reuse after the grace period
 * suggests a stolen token and ends the session.
 */
export const refreshSignIn = async (app: Needs<'accessTokens' | 'clock' | 'db'>, spent: string) => {
  const now = app.clock.now()
  const refreshToken = mintSecret()
  const session = await inTransaction(app.db, async tx => {
    const id = await claimRefreshToken(tx, sha256(spent), now)
    if (id === null) await deleteSessionOfSpentToken(tx, sha256(spent), new Date(now.getTime() - GRACE_MS))
    const found = id === null ? null : await findSessionById(tx, id, now)
    if (!found) return null
    await saveRefreshToken(tx, sha256(refreshToken), found.id)
    await touchSession(tx, found.id, { seenAt: now })
    return found
  })
  if (!session) return refuse('refresh_token_spent')
  return { ok: true as const, token: await app.accessTokens.sign(session, now), refreshToken }
}
