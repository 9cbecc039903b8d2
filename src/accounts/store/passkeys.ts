import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { passkeyChallenges, recoveryCodes, staffPasskeys } from './schema/staff.ts'

export type StoredPasskey = typeof staffPasskeys.$inferSelect

export const listPasskeys = (db: Queryable, staffId: number): Promise<StoredPasskey[]> =>
  db.orm.select().from(staffPasskeys).where(eq(staffPasskeys.staffId, staffId)).orderBy(asc(staffPasskeys.id))

export const findPasskey = async (db: Queryable, credentialId: string): Promise<StoredPasskey | null> =>
  (await db.orm.select().from(staffPasskeys).where(eq(staffPasskeys.credentialId, credentialId)))[0] ?? null

/** Returns false if the credential is registered already. */
export const savePasskey = async (tx: Tx, passkey: Omit<StoredPasskey, 'id' | 'lastUsedAt'>): Promise<boolean> =>
  (await tx.orm.insert(staffPasskeys).values(passkey).onConflictDoNothing()).rowCount === 1

/** Saves the counter of a signature. Returns false if another signature changed it since `passkey` was read. */
export const savePasskeyUse = async (tx: Tx, { id, counter }: StoredPasskey, newCounter: number, now: Date) => {
  const isUnchanged = and(eq(staffPasskeys.id, id), eq(staffPasskeys.counter, counter))
  const used = await tx.orm.update(staffPasskeys).set({ counter: newCounter, lastUsedAt: now }).where(isUnchanged)
  return used.rowCount === 1
}

const isOwn = (staffId: number, id: number) => and(eq(staffPasskeys.id, id), eq(staffPasskeys.staffId, staffId))

/** Deletes a passkey and returns its name; null if the staff user has no such passkey. */
export const deletePasskey = async (tx: Tx, staffId: number, id: number): Promise<string | null> => {
  const [gone] = await tx.orm.delete(staffPasskeys).where(isOwn(staffId, id)).returning()
  return gone?.name ?? null
}

type Challenge = typeof passkeyChallenges.$inferInsert

export const saveChallenge = async (db: Queryable, challenge: Challenge): Promise<void> => {
  await db.orm.insert(passkeyChallenges).values(challenge)
}

/** Uses up a challenge. Only one of two concurrent callers gets true. */
export const claimChallenge = async (db: Queryable, challengeHash: string, purpose: string, now: Date) => {
  const { challengeHash: hash, purpose: use, expiresAt } = passkeyChallenges
  const isGiven = and(eq(hash, challengeHash), eq(use, purpose), gt(expiresAt, now))
  return (await db.orm.delete(passkeyChallenges).where(isGiven)).rowCount === 1
}

export const deleteExpiredChallenges = async (db: Queryable, now: Date): Promise<void> => {
  await db.orm.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now))
}

export const replaceRecoveryCodes = async (tx: Tx, staffId: number, hashes: string[], createdAt: Date) => {
  await tx.orm.delete(recoveryCodes).where(eq(recoveryCodes.staffId, staffId))
  await tx.orm.insert(recoveryCodes).values(hashes.map(codeHash => ({ staffId, codeHash, createdAt })))
}

const isLeft = (staffId: number) => and(eq(recoveryCodes.staffId, staffId), isNull(recoveryCodes.usedAt))

/** Uses up a recovery code. Only one of two concurrent callers gets true. */
export const claimRecoveryCode = async (tx: Tx, staffId: number, codeHash: string, now: Date): Promise<boolean> => {
  const isThis = and(isLeft(staffId), eq(recoveryCodes.codeHash, codeHash))
  return (await tx.orm.update(recoveryCodes).set({ usedAt: now }).where(isThis)).rowCount === 1
}

/** Returns how many recovery codes a staff user has left. */
export const countRecoveryCodes = (db: Queryable, staffId: number): Promise<number> =>
  db.orm.$count(recoveryCodes, isLeft(staffId))
