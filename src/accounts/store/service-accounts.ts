import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { ServiceAccount } from '#src/core/rules/service-account.ts'
import type { ListedServiceAccount } from '../rules/service-accounts.ts'
import { serviceAccounts } from './schema/service-accounts.ts'

export const saveServiceAccount = async (tx: Tx, row: typeof serviceAccounts.$inferInsert): Promise<number> => {
  const [made] = await tx.orm.insert(serviceAccounts).values(row).returning({ id: serviceAccounts.id })
  return made!.id
}

const listed = prepared<ListedServiceAccount>(
  'service_accounts',
  `select a.id, a.name, a.key_end as "keyEnd", a.scopes, a.created_at as "createdAt", a.expires_at as "expiresAt",
    a.last_used_at as "lastUsedAt", a.revoked_at as "revokedAt",
    case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as school,
    coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as "madeBy"
  from service_accounts a left join schools s on s.id = a.school_id left join staff_users u on u.id = a.staff_id
  order by a.revoked_at is not null, a.id desc limit 500`,
)

/** Lists service accounts, revoked ones last. */
export const listServiceAccountRows = (db: Queryable): Promise<ListedServiceAccount[]> => listed(db, [])

const byKey = prepared<ServiceAccount & { lastUsedAt: Date | null }>(
  'service_account_by_key',
  `select id, name, scopes, school_id as "schoolId", last_used_at as "lastUsedAt" from service_accounts
   where key_hash = $1 and revoked_at is null and expires_at > $2`,
)

export const findServiceAccount = async (db: Queryable, keyHash: string, now: Date) =>
  (await byKey(db, [keyHash, now]))[0] ?? null

const touch = prepared('service_account_used', 'update service_accounts set last_used_at = $2 where id = $1')

export const touchServiceAccount = async (db: Queryable, id: number, now: Date): Promise<void> => {
  await touch(db, [id, now])
}

const revoke = prepared<{ name: string }>(
  'service_account_revoke',
  'update service_accounts set revoked_at = $2 where id = $1 and revoked_at is null returning name',
)

/** Revokes a key and returns its name; null when it was revoked before. */
export const claimRevocation = async (tx: Tx, id: number, now: Date): Promise<string | null> =>
  (await revoke(tx, [id, now]))[0]?.name ?? null
