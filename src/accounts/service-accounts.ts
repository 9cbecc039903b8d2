import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { mintSecret, sha256 } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { claimLimit } from '#src/core/limits/limits.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { KEY_PREFIX, type ServiceScope } from '#src/core/rules/service-account.ts'
import { demand, demandFresh, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import { secondsUntil } from '#src/core/rules/time.ts'
import { listNamedSchools } from '#src/schools/schools.ts'
import {
  CALLS_A_MINUTE,
  keyEnds,
  LIMIT_MS,
  type ListedServiceAccount,
  type ServiceAccountReason,
} from './rules/service-accounts.ts'
import {
  claimRevocation,
  findServiceAccount,
  listServiceAccountRows,
  saveServiceAccount,
  touchServiceAccount,
} from './store/service-accounts.ts'

interface AskedKey {
  name: string
  scopes: ServiceScope[]
  schoolId: number | null
  /** The last day, as typed. */
  expires: string
}

/** Makes a key for a program. The key itself is returned this once; only its hash is stored. */
export const makeServiceAccount = async (
  app: Needs<'clock' | 'db' | 'timezone'>,
  { name, scopes, schoolId, expires }: AskedKey,
  by: SignedInStaff,
): Promise<{ ok: true; key: string } | Refused<ServiceAccountReason>> => {
  demand(by, 'manage')
  const now = app.clock.now()
  demandFresh(by, now)
  if (name === '') return refuse('name_required')
  if (scopes.length === 0) return refuse('scope_required')
  const ends = keyEnds(expires, { now, timezone: app.timezone })
  if (!ends.ok) return ends
  const key = KEY_PREFIX + mintSecret()
  const { expiresAt } = ends
  return inTransaction(app.db, async tx => {
    const school = schoolId === null ? null : (await listNamedSchools(tx)).find(s => s.id === schoolId)
    if (school === undefined) return refuse('school_not_found')
    const row = { name, scopes, schoolId, expiresAt, staffId: by.id, createdAt: now }
    const id = await saveServiceAccount(tx, { ...row, keyHash: sha256(key), keyEnd: key.slice(-4) })
    const after = { name, scopes, school: school?.name ?? 'All schools', expiresAt }
    const subject = { kind: 'service-account', id } as const
    await recordAudit(tx, { by, action: 'create-service-account', subject, after, now })
    return { ok: true as const, key }
  })
}

export const listServiceAccounts = (app: Needs<'db'>, by: Staff): Promise<ListedServiceAccount[]> => {
  demand(by, 'manage')
  return listServiceAccountRows(app.db)
}

/** Ends a key at once. Returns the name of its account. */
export const revokeServiceAccount = async (app: Needs<'clock' | 'db'>, id: number, by: SignedInStaff) => {
  demand(by, 'manage')
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    const name = await claimRevocation(tx, id, now)
    if (name === null) return refuse('key_not_found')
    await recordAudit(tx, { by, action: 'revoke-service-account', subject: { kind: 'service-account', id }, now })
    return { ok: true as const, name }
  })
}

/** Finds the account of a key and counts the call. Refuses a key that does not work, and more calls than it may make. */
export const checkServiceKey = async (app: Needs<'clock' | 'db'>, key: string) => {
  const now = app.clock.now()
  const found = await findServiceAccount(app.db, sha256(key), now)
  if (!found) return refuse('unknown_key')
  const { lastUsedAt, ...account } = found
  const until = await claimLimit(app.db, { key: `service:${account.id}`, most: CALLS_A_MINUTE }, LIMIT_MS, now)
  if (until) return { ...refuse('too_many'), retryAfter: secondsUntil(until, now) }
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() > LIMIT_MS) await touchServiceAccount(app.db, account.id, now)
  return { ok: true as const, account }
}
