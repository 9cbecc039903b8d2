import { hkdfSync } from 'node:crypto'
import type { Staff } from './domain/staff.ts'

/** The bearer of staff calls: a JWT that carries `exp` and `user` (spec §7). It is good only as long as its session is. */
export interface AccessTokens {
  sign(session: { id: number; staff: Staff }, now: Date): Promise<string>
  /** The session that a token was given out with; null: not ours, changed, or over. */
  sessionOf(token: string, now: Date): Promise<number | null>
}

const MINUTES = 30
const ISSUER = 'signbook'

/** Loaded with the first bearer: it brings Web Crypto along, which a start does without. */
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
