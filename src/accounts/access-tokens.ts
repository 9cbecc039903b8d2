import { hkdfSync } from 'node:crypto'
import type { Needs } from '#src/context.ts'
import { mintSecret, sha256 } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import {
  claimRefreshToken,
  deleteSessionOfSpentToken,
  findSessionById,
  saveRefreshToken,
  touchSession,
} from './store/staff.ts'

/** Bearer tokens for staff calls: JWTs with `exp` and `user`. A token is valid only while its session exists. */
export interface AccessTokens {
  sign(session: { id: number; staff: Staff }, now: Date): Promise<string>
  /** Returns the token's session id; null when the token is invalid or expired. */
  sessionOf(token: string, now: Date): Promise<number | null>
}

const MINUTES = 30
const ISSUER = 'signbook'

/** Imports jose with the first token. It loads Web Crypto, which the start does not need. */
const jose = () => import('jose')

export const makeAccessTokens = (appSecret: string): AccessTokens => {
  const key = new Uint8Array(hkdfSync('sha256', appSecret, 'signbook', 'staff access token', 32))
  return {
    async sign({ id, staff }, now) {
      const { SignJWT } = await jose()
      return new SignJWT({
        sid: id,
        user: {
          id: staff.id,
          email: staff.email,
          first_name: staff.firstName,
          last_name: staff.lastName,
          image_url: staff.imageUrl,
          role: staff.role,
        },
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience('staff')
        .setSubject(String(staff.id))
        .setIssuedAt(Math.floor(now.getTime() / 1000))
        .setExpirationTime(Math.floor(now.getTime() / 1000) + MINUTES * 60)
        .sign(key)
    },
    async sessionOf(token, now) {
      const { jwtVerify } = await jose()
      try {
        const { payload } = await jwtVerify(token, key, {
          issuer: ISSUER,
          audience: 'staff',
          algorithms: ['HS256'],
          currentDate: now,
        })
        return typeof payload.sid === 'number' ? payload.sid : null
      } catch {
        return null
      }
    },
  }
}

/** Grace period for a client that sends the same token again or twice at once. */
const GRACE_MS = 60 * 1000

type SignInRefreshed = { ok: true; token: string; refreshToken: string } | Refused<'refresh_token_spent'>

/**
 * Exchanges a refresh token for new tokens. Refuses a token that is unknown or spent. Reuse after the grace period
 * suggests a stolen token and ends the session.
 */
export const refreshSignIn = async (
  app: Needs<'accessTokens' | 'clock' | 'db'>,
  spent: string,
): Promise<SignInRefreshed> => {
  const now = app.clock.now()
  const refreshToken = mintSecret()
  const session = await inTransaction(app.db, async tx => {
    const id = await claimRefreshToken(tx, sha256(spent), now)
    if (id === null) await deleteSessionOfSpentToken(tx, sha256(spent), new Date(now.getTime() - GRACE_MS))
    const found = id === null ? null : await findSessionById(tx, id, now)
    if (!found) return null
    await saveRefreshToken(tx, sha256(refreshToken), found.id)
    await touchSession(tx, found.id, now)
    return found
  })
  if (!session) return refuse('refresh_token_spent')
  return { ok: true, token: await app.accessTokens.sign(session, now), refreshToken }
}
