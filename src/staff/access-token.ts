import { hkdfSync } from 'node:crypto'
import type { Staff } from '#src/core/rules/staff.ts'

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
