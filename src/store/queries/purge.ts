import { lt } from 'drizzle-orm'
import type { Queryable } from '../db.ts'
import { captchaUses } from '../schema/captcha.ts'
import { nonces } from '../schema/consumers.ts'
import { launchDiary, launchTokens } from '../schema/launches.ts'
import { limits } from '../schema/limits.ts'
import { ltiLogins } from '../schema/logins.ts'
import { deleteEndedSessions } from './staff.ts'

export const deleteExpired = async (db: Queryable, now: Date, diaryBefore: Date): Promise<void> => {
  await db.orm.delete(nonces).where(lt(nonces.expiresAt, now))
  await db.orm.delete(ltiLogins).where(lt(ltiLogins.expiresAt, now))
  await db.orm.delete(launchTokens).where(lt(launchTokens.expiresAt, now))
  await db.orm.delete(captchaUses).where(lt(captchaUses.expiresAt, now))
  await db.orm.delete(limits).where(lt(limits.resetsAt, now))
  await deleteEndedSessions(db, now)
  await db.orm.delete(launchDiary).where(lt(launchDiary.at, diaryBefore))
}
