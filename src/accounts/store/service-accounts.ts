import type { Tx } from '#src/core/db/db.ts'
import { execute, queryRow, queryRows, queryValue } from '#src/core/db/statements.ts'
import type { ServiceAccount } from '#src/core/rules/service-account.ts'
import type { ListedServiceAccount } from '../rules/service-accounts.ts'
import { serviceAccounts } from './schema/service-accounts.ts'

export const saveServiceAccount = async (tx: Tx, row: typeof serviceAccounts.$inferInsert): Promise<number> => {
  const [made] = await tx.orm.insert(serviceAccounts).values(row).returning({ id: serviceAccounts.id })
  return made!.id
}

/** Lists service accounts, revoked ones last. */
export const listServiceAccountRows = queryRows<ListedServiceAccount>(
  'service_accounts',
  `select a.id, a.name, a.key_end as "keyEnd", a.scopes, a.created_at as "createdAt", a.expires_at as "expiresAt",
    a.last_used_at as "lastUsedAt", a.revoked_at as "revokedAt",
    case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as school,
    coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as "madeBy"
  from service_accounts a left join schools s on s.id = a.school_id left join staff_users u on u.id = a.staff_id
  order by a.revoked_at is not null, a.id desc limit 500`,
)

export const findServiceAccount = queryRow<ServiceAccount & { lastUsedAt: Date | null }, [keyHash: string, now: Date]>(
  'service_account_by_key',
  `select id, name, scopes, school_id as "schoolId", last_used_at as "lastUsedAt" from service_accounts
   where key_hash = $1 and revoked_at is null and expires_at > $2`,
)

export const touchServiceAccount = execute<[id: number, now: Date]>(
  'service_account_used',
  'update service_accounts set last_used_at = $2 where id = $1',
)

/** Revokes a key and returns its name; null when it was revoked before. */
export const claimRevocation = queryValue<string, [id: number, now: Date]>(
  'service_account_revoke',
  'update service_accounts set revoked_at = $2 where id = $1 and revoked_at is null returning name as value',
)
