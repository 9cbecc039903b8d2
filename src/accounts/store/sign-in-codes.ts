import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { knownDevices, signInCodes } from './schema/staff.ts'

/** The owner of a code, and the network or session that asked for it. */
export interface CodeOwner {
  staffId: number
  askedFrom: string
}

const isOf = ({ staffId, askedFrom }: CodeOwner) =>
  and(eq(signInCodes.staffId, staffId), eq(signInCodes.askedFrom, askedFrom))

/** Saves a code. It replaces the previous one of the same network or session. */
export const saveCode = async (db: Queryable, code: CodeOwner & { codeHash: string; expiresAt: Date }) => {
  const { codeHash, expiresAt } = code
  const target = [signInCodes.staffId, signInCodes.askedFrom]
  const set = { codeHash, expiresAt, tries: 0 }
  await db.orm.insert(signInCodes).values(code).onConflictDoUpdate({ target, set })
}

/**
 * Uses one attempt at a valid code and returns its hash; null when no code is valid. Concurrent attempts each count.
 */
export const claimCodeAttempt = async (db: Queryable, owner: CodeOwner, most: number, now: Date) => {
  const isOpen = and(isOf(owner), lt(signInCodes.tries, most), gt(signInCodes.expiresAt, now))
  const tries = sql`${signInCodes.tries} + 1`
  const [tried] = await db.orm.update(signInCodes).set({ tries }).where(isOpen).returning()
  return tried?.codeHash ?? null
}

/** Consumes the code. Only one of two concurrent callers gets true. */
export const claimCode = async (db: Queryable, owner: CodeOwner, codeHash: string): Promise<boolean> =>
  (await db.orm.delete(signInCodes).where(and(isOf(owner), eq(signInCodes.codeHash, codeHash)))).rowCount === 1

/** Returns the hashes of the devices that a staff user has signed in from. */
export const listKnownDevices = async (db: Queryable, staffId: number): Promise<string[]> =>
  (await db.orm.select().from(knownDevices).where(eq(knownDevices.staffId, staffId))).map(row => row.deviceHash)

export const saveKnownDevice = async (tx: Tx, staffId: number, deviceHash: string, seenAt: Date): Promise<void> => {
  const conflict = { target: [knownDevices.staffId, knownDevices.deviceHash], set: { seenAt } }
  await tx.orm.insert(knownDevices).values({ staffId, deviceHash, seenAt }).onConflictDoUpdate(conflict)
}

export const deleteUnusedDevices = async (db: Queryable, seenBefore: Date): Promise<void> => {
  await db.orm.delete(knownDevices).where(lt(knownDevices.seenAt, seenBefore))
}
