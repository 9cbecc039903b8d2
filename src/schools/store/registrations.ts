import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Queryable } from '#src/core/db/db.ts'
import { execute, queryHasRow, queryValue } from '#src/core/db/statements.ts'
import { registrationInvites } from './schema.ts'

export interface Invite {
  id: number
  note: string
  /** Host that staff approved in advance. */
  switchOnHost: string | null
}

const { id, note, switchOnHost, tokenHash, usedAt, expiresAt } = registrationInvites
const open = (hash: string, now: Date) => and(eq(tokenHash, hash), isNull(usedAt), gt(expiresAt, now))

export const saveInvite = async (
  db: Queryable,
  invite: Omit<Invite, 'id'> & { tokenHash: string; createdBy: number; createdAt: Date; expiresAt: Date },
): Promise<number> => {
  const [row] = await db.orm.insert(registrationInvites).values(invite).returning({ id })
  return row!.id
}

export interface WaitingInvite extends Invite {
  expiresAt: Date
  createdAt: Date
}

/** Lists the invitations that wait, the newest first. At most 200. */
export const listWaitingInvites = (db: Queryable, now: Date): Promise<WaitingInvite[]> =>
  db.orm
    .select({ id, note, switchOnHost, expiresAt, createdAt: registrationInvites.createdAt })
    .from(registrationInvites)
    .where(and(isNull(usedAt), gt(expiresAt, now)))
    .orderBy(desc(id))
    .limit(200)

/** Deletes an invitation that was not used. Returns it, or null if it was. */
export const deleteInvite = async (db: Queryable, inviteId: number): Promise<Invite | null> => {
  const [row] = await db.orm
    .delete(registrationInvites)
    .where(and(eq(id, inviteId), isNull(usedAt)))
    .returning({ id, note, switchOnHost })
  return row ?? null
}

export const findInvite = async (
  db: Queryable,
  hash: string,
  now: Date,
): Promise<(Invite & { expiresAt: Date }) | null> => {
  const [row] = await db.orm
    .select({ id, note, switchOnHost, expiresAt })
    .from(registrationInvites)
    .where(open(hash, now))
  return row ?? null
}

export const claimInvite = async (db: Queryable, hash: string, now: Date): Promise<Invite | null> => {
  const [row] = await db.orm
    .update(registrationInvites)
    .set({ usedAt: now })
    .where(open(hash, now))
    .returning({ id, note, switchOnHost })
  return row ?? null
}

/**
 * Makes an invitation valid again after a failed registration, so that the LMS administrator can fix the problem and
 * retry.
 */
export const releaseInvite = execute<[id: number]>(
  'registration_invite_released',
  'update registration_invites set used_at = null where id = $1 and platform_id is null',
)

/** Saves the platform that an invitation registered, and the address of its administrator, if they typed one. */
export const saveInvitePlatform = async (
  db: Queryable,
  inviteId: number,
  registered: { platformId: number; administratorEmail: string | null },
): Promise<void> => {
  await db.orm.update(registrationInvites).set(registered).where(eq(id, inviteId))
}

/** Finds the administrator who registered a platform; null without an address. */
export const findAdministrator = queryValue<string, [platformId: number]>(
  'platform_administrator',
  'select administrator_email as value from registration_invites where platform_id = $1',
)

export const deleteInvitesBefore = execute<[before: Date]>(
  'registration_invites_before',
  'delete from registration_invites where expires_at < $1 and platform_id is null',
)

/** Returns true for a platform that registered itself and that staff never turned on or off. */
export const isUnconfirmed = queryHasRow<[platformId: number]>(
  'platform_unconfirmed',
  `select from registration_invites where platform_id = $1
     and not exists (select from audit where subject_kind = 'platform' and subject_id = $1 and action = 'switch-platform')`,
)
