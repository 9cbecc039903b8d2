import { eq, lt } from 'drizzle-orm'
import { prepared, type Queryable } from '#src/core/db/db.ts'
import { findPlatform } from '#src/schools/index.ts'
import type { Platform } from '#src/schools/rules/platform.ts'
import { ltiLogins } from './schema/logins.ts'

export interface Login {
  stateHash: string
  nonceHash: string
  bindingHash: string
  parameters: Record<string, string>
  storageTarget: string | null
  expiresAt: Date
  consumedAt: Date | null
  platform: Platform
}

export const saveLogin = async (db: Queryable, login: typeof ltiLogins.$inferInsert): Promise<void> => {
  await db.orm.insert(ltiLogins).values(login)
}

/** Deletes all but the newest `most` logins of one network. Used logins are deleted first. */
const trim = prepared<object>(
  'login_trim',
  `delete from lti_logins where state_hash in (
     select state_hash from lti_logins where network_hash = $1 order by consumed_at is null desc, created_at desc offset $2)`,
)
export const trimLogins = (db: Queryable, networkHash: string, most: number) => trim(db, [networkHash, most])

export const findLogin = async (db: Queryable, stateHash: string): Promise<Login | null> => {
  const [row] = await db.orm.select().from(ltiLogins).where(eq(ltiLogins.stateHash, stateHash))
  const platform = row && (await findPlatform(db, row.platformId))
  return row && platform ? { ...row, platform } : null
}

export const deleteLoginsBefore = async (db: Queryable, before: Date): Promise<void> => {
  await db.orm.delete(ltiLogins).where(lt(ltiLogins.expiresAt, before))
}
