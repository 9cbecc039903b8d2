import { eq } from 'drizzle-orm'
import type { Platform } from '../../domain/platform.ts'
import type { Queryable } from '../db.ts'
import { ltiLogins } from '../schema/logins.ts'
import { findPlatform } from './platforms.ts'

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

export const findLogin = async (db: Queryable, stateHash: string): Promise<Login | null> => {
  const [row] = await db.orm.select().from(ltiLogins).where(eq(ltiLogins.stateHash, stateHash))
  const platform = row && (await findPlatform(db, row.platformId))
  return row && platform ? { ...row, platform } : null
}
