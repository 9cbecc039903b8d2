import { lt } from 'drizzle-orm'
import { launchTokens } from '#src/access/store/schema/launch-tokens.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { limits } from '#src/core/limits/store/schema.ts'
import { launchDiary } from '#src/lti/store/schema/launches.ts'
import { ltiLogins } from '#src/lti/store/schema/logins.ts'
import { nonces } from '#src/schools/store/schema/consumers.ts'
import { captchaUses } from '#src/sign-up/store/schema/captcha.ts'
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
