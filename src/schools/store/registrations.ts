import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Queryable } from '#src/core/db/db.ts'
import { registrationInvites } from './schema.ts'

export interface Invite {
  id: number
  note: string
}

const { id, note, tokenHash, usedAt, expiresAt } = registrationInvites
const open = (hash: string, now: Date) => and(eq(tokenHash, hash), isNull(usedAt), gt(expiresAt, now))

export const saveInvite = async (
  db: Queryable,
  invite: { tokenHash: string; note: string; createdBy: number; createdAt: Date; expiresAt: Date },
): Promise<number> => {
  const [row] = await db.orm.insert(registrationInvites).values(invite).returning({ id })
  return row!.id
}

/** Finds a valid invitation; null when it is used, expired or unknown. */
export const findInvite = async (db: Queryable, hash: string, now: Date): Promise<Invite | null> => {
  const [row] = await db.orm.select({ id, note }).from(registrationInvites).where(open(hash, now))
  return row ?? null
}

/** Marks an invitation as used. Returns null when it is used, expired or unknown. */
export const claimInvite = async (db: Queryable, hash: string, now: Date): Promise<Invite | null> => {
  const [row] = await db.orm
    .update(registrationInvites)
    .set({ usedAt: now })
    .where(open(hash, now))
    .returning({ id, note })
  return row ?? null
}

/**
 * Makes an invitation valid again after a failed registration, so that the LMS administrator can fix the problem and
 * retry.
 */
export const releaseInvite = async (db: Queryable, inviteId: number): Promise<void> => {
  await db.orm
    .update(registrationInvites)
    .set({ usedAt: null })
    .where(and(eq(id, inviteId), isNull(registrationInvites.platformId)))
}

export const saveInvitePlatform = async (db: Queryable, inviteId: number, platformId: number): Promise<void> => {
  await db.orm.update(registrationInvites).set({ platformId }).where(eq(id, inviteId))
}

export const deleteInvitesBefore = async (db: Queryable, before: Date): Promise<void> => {
  await db.orm.delete(registrationInvites).where(and(lt(expiresAt, before), isNull(registrationInvites.platformId)))
}
