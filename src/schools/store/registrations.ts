import { execute, queryHasRow, queryRow, queryRows, queryValue } from '#src/core/db/statements.ts'

export interface Invite {
  id: number
  note: string
  /** Host that staff approved in advance. */
  switchOnHost: string | null
}

const COLUMNS = 'id, note, switch_on_host as "switchOnHost"'
/** SQL condition that the invitation with hash $1 may be used at $2. */
const IS_OPEN = 'token_hash = $1 and used_at is null and expires_at > $2'

export const saveInvite = queryValue<
  number,
  [tokenHash: string, note: string, switchOnHost: string | null, createdBy: number, createdAt: Date, expiresAt: Date]
>(
  'registration_invite_saved',
  `insert into registration_invites (token_hash, note, switch_on_host, created_by, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6) returning id as value`,
)

export interface WaitingInvite extends Invite {
  expiresAt: Date
  createdAt: Date
}

/** Lists the invitations that wait, the newest first. At most 200. */
export const listWaitingInvites = queryRows<WaitingInvite, [now: Date]>(
  'registration_invites_waiting',
  `select ${COLUMNS}, expires_at as "expiresAt", created_at as "createdAt" from registration_invites
   where used_at is null and expires_at > $1 order by id desc limit 200`,
)

/** Deletes an invitation that was not used. Returns it, or null if it was. */
export const deleteInvite = queryRow<Invite, [id: number]>(
  'registration_invite_deleted',
  `delete from registration_invites where id = $1 and used_at is null returning ${COLUMNS}`,
)

export const findInvite = queryRow<Invite & { expiresAt: Date }, [tokenHash: string, now: Date]>(
  'registration_invite_open',
  `select ${COLUMNS}, expires_at as "expiresAt" from registration_invites where ${IS_OPEN}`,
)

export const claimInvite = queryRow<Invite, [tokenHash: string, now: Date]>(
  'registration_invite_claimed',
  `update registration_invites set used_at = $2 where ${IS_OPEN} returning ${COLUMNS}`,
)

/** Makes an invitation valid again after a failed registration, so that the administrator can retry. */
export const releaseInvite = execute<[id: number]>(
  'registration_invite_released',
  'update registration_invites set used_at = null where id = $1 and platform_id is null',
)

export const saveInvitePlatform = execute<[id: number, platformId: number, administratorEmail: string | null]>(
  'registration_invite_used',
  'update registration_invites set platform_id = $2, administrator_email = $3 where id = $1',
)

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
