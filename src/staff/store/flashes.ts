import { and, eq, lte, or } from 'drizzle-orm'
import type { Database } from '#src/core/db/db.ts'
import { staffFlashes } from './schema.ts'

type Flash = typeof staffFlashes.$inferInsert

/** A later flash for the same address replaces the one before. */
export const saveFlash = async (db: Database, flash: Flash): Promise<void> => {
  const { body, expiresAt } = flash
  await db.orm
    .insert(staffFlashes)
    .values(flash)
    .onConflictDoUpdate({ target: [staffFlashes.sessionId, staffFlashes.addressHash], set: { body, expiresAt } })
}

/** Deletes and returns the flash of an address, and deletes the session's expired ones. */
export const takeFlashes = async (
  db: Database,
  sessionId: number,
  addressHash: string,
  now: Date,
): Promise<string | null> => {
  const here = eq(staffFlashes.addressHash, addressHash)
  const taken = await db.orm
    .delete(staffFlashes)
    .where(and(eq(staffFlashes.sessionId, sessionId), or(here, lte(staffFlashes.expiresAt, now))))
    .returning()
  return taken.find(flash => flash.addressHash === addressHash && flash.expiresAt > now)?.body ?? null
}
