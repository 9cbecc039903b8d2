import { and, asc, count, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { passkeyChallenges, recoveryCodes, staffPasskeys } from './schema/staff.ts'

export type StoredPasskey = typeof staffPasskeys.$inferSelect

export const listPasskeys = (db: Queryable, staffId: number): Promise<StoredPasskey[]> =>
  db.orm.select().from(staffPasskeys).where(eq(staffPasskeys.staffId, staffId)).orderBy(asc(staffPasskeys.id))

export const findPasskey = async (db: Queryable, credentialId: string): Promise<StoredPasskey | null> =>
  (await db.orm.select().from(staffPasskeys).where(eq(staffPasskeys.credentialId, credentialId)))[0] ?? null

/** Returns false if the credential is registered already. */
export const savePasskey = async (tx: Tx, passkey: Omit<StoredPasskey, 'id' | 'lastUsedAt'>): Promise<boolean> => {
  const rows = await tx.orm
    .insert(staffPasskeys)
    .values(passkey)
    .onConflictDoNothing()
    .returning({ id: staffPasskeys.id })
  return rows.length === 1
}

/** Saves the counter of a signature. Returns false if another signature changed it since `passkey` was read. */
export const savePasskeyUse = async (
  tx: Tx,
  { id, counter }: Pick<StoredPasskey, 'id' | 'counter'>,
  newCounter: number,
  now: Date,
): Promise<boolean> => {
  const rows = await tx.orm
    .update(staffPasskeys)
    .set({ counter: newCounter, lastUsedAt: now })
    .where(and(eq(staffPasskeys.id, id), eq(staffPasskeys.counter, counter)))
    .returning({ id: staffPasskeys.id })
  return rows.length === 1
}

const isOwn = (staffId: number, id: number) => and(eq(staffPasskeys.id, id), eq(staffPasskeys.staffId, staffId))

/** Renames a passkey and returns the old name; null if the staff user has no such passkey. */
export const savePasskeyName = async (tx: Tx, staffId: number, id: number, name: string): Promise<string | null> => {
  const [before] = await tx.orm.select().from(staffPasskeys).where(isOwn(staffId, id)).for('update')
  if (!before) return null
  await tx.orm.update(staffPasskeys).set({ name }).where(isOwn(staffId, id))
  return before.name
}

/** Deletes a passkey and returns its name; null if the staff user has no such passkey. */
export const deletePasskey = async (tx: Tx, staffId: number, id: number): Promise<string | null> =>
  (await tx.orm.delete(staffPasskeys).where(isOwn(staffId, id)).returning({ name: staffPasskeys.name }))[0]?.name ??
  null

export const saveChallenge = async (
  db: Queryable,
  challenge: { challengeHash: string; purpose: string; expiresAt: Date },
): Promise<void> => {
  await db.orm.insert(passkeyChallenges).values(challenge)
}

/** Uses up a challenge. Only one of two concurrent callers gets true. */
export const claimChallenge = async (
  db: Queryable,
  challengeHash: string,
  purpose: string,
  now: Date,
): Promise<boolean> => {
  const { challengeHash: hash, purpose: use, expiresAt } = passkeyChallenges
  const rows = await db.orm
    .delete(passkeyChallenges)
    .where(and(eq(hash, challengeHash), eq(use, purpose), gt(expiresAt, now)))
    .returning({ hash })
  return rows.length === 1
}

export const deleteExpiredChallenges = async (db: Queryable, now: Date): Promise<void> => {
  await db.orm.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now))
}

/** Replaces the recovery codes of a staff user. */
export const replaceRecoveryCodes = async (
  tx: Tx,
  staffId: number,
  hashes: string[],
  createdAt: Date,
): Promise<void> => {
  await tx.orm.delete(recoveryCodes).where(eq(recoveryCodes.staffId, staffId))
  await tx.orm.insert(recoveryCodes).values(hashes.map(codeHash => ({ staffId, codeHash, createdAt })))
}

/** Uses up a recovery code. Only one of two concurrent callers gets true. */
export const claimRecoveryCode = async (tx: Tx, staffId: number, codeHash: string, now: Date): Promise<boolean> => {
  const rows = await tx.orm
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(eq(recoveryCodes.staffId, staffId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)))
    .returning({ id: recoveryCodes.id })
  return rows.length === 1
}

/** Returns how many recovery codes a staff user has left. */
export const countRecoveryCodes = async (db: Queryable, staffId: number): Promise<number> =>
  (
    await db.orm
      .select({ left: count() })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.staffId, staffId), isNull(recoveryCodes.usedAt)))
  )[0]?.left ?? 0
