import { lt } from 'drizzle-orm'
import { prepared, type Queryable } from '#src/core/db/db.ts'
import { captchaUses } from './schema/captcha.ts'

const claim = prepared<{ key: string }>(
  'claim_captcha',
  'insert into captcha_uses (key, expires_at) values ($1, $2) on conflict do nothing returning key',
)

/** Marks a captcha response as used. Returns false when it was used before. */
export const claimCaptcha = async (db: Queryable, key: string, expiresAt: Date): Promise<boolean> =>
  (await claim(db, [key, expiresAt])).length === 1

export const deleteCaptchasBefore = async (db: Queryable, before: Date): Promise<void> => {
  await db.orm.delete(captchaUses).where(lt(captchaUses.expiresAt, before))
}
