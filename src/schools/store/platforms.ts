import { eq, getTableColumns } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { hasWords, listRows, SqlValues } from '#src/core/db/row-lists.ts'
import { queryRow, queryValue, queryValues } from '#src/core/db/statements.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/rows.ts'
import type { Platform, platformStates, Reach } from '../rules/platform.ts'
import { PLATFORM_JSON, platforms } from './schema.ts'

const { approvesFirst: _, keyIds: __, createdAt: ___, updatedAt: ____, ...columns } = getTableColumns(platforms)

/** Lists at most two platforms of an issuer, which many schools may share: they differ by client_id. */
export const listPlatformsOfIssuer = queryValues<Platform, [issuer: string, clientId: string | null]>(
  'platforms_of_issuer',
  `select ${PLATFORM_JSON} as value from platforms p
   where p.issuer = $1 and ($2::text is null or p.client_id = $2) limit 2`,
)

/** Lists platforms that know us by this client id. Few do, whatever their issuer. */
export const listPlatformsOfClient = async (db: Queryable, clientId: string): Promise<Platform[]> =>
  db.orm.select(columns).from(platforms).where(eq(platforms.clientId, clientId))

export const findPlatform = async (db: Queryable, id: number): Promise<Platform | null> => {
  const [row] = await db.orm.select(columns).from(platforms).where(eq(platforms.id, id))
  return row ?? null
}

/** Most other addresses of its keys that a platform keeps: those given to its last registrations. */
const MOST_KEY_IDS = 8

/** Gives the keys of a client's platform another address. Returns whether the platform is on. */
export const saveKeyId = queryValue<boolean, [issuer: string, clientId: string, keyId: number]>(
  'platform_key_id',
  `update platforms set key_ids = (array_prepend($3::bigint, key_ids))[1:${MOST_KEY_IDS}]
   where issuer = $1 and client_id = $2 returning is_active as value`,
)

/** Finds the platform whose keys are at an address with this id. */
export const findPlatformOfKeys = queryValue<Platform, [id: number]>(
  'platform_of_keys',
  `select ${PLATFORM_JSON} as value from platforms p where p.id = $1 or $1 = any(p.key_ids)`,
)

/** Changes switches, addresses or the client id of a platform. Returns null when it does not exist. */
export const savePlatform = async (
  db: Queryable,
  id: number,
  change: Partial<Omit<Platform, 'id'>>,
  now: Date,
): Promise<Platform | null> => {
  const values = { ...change, updatedAt: now }
  const [row] = await db.orm.update(platforms).set(values).where(eq(platforms.id, id)).returning(columns)
  return row ?? null
}

/** Deletes a platform that nobody launched from. Returns it, or null if somebody did, or if it is gone. */
export const deleteUnusedPlatform = queryValue<Platform, [id: number]>(
  'platform_deleted',
  `delete from platforms p where p.id = $1 and not exists (select from people u where u.platform_id = p.id)
     and not exists (select from courses c join deployments d on d.id = c.deployment_id where d.platform_id = p.id)
   returning ${PLATFORM_JSON} as value`,
)

export const findPlatformReach = queryRow<Reach, [id: number]>(
  'platform_reach',
  `select (select count(*)::int from courses c join deployments d on d.id = c.deployment_id where d.platform_id = f.id) as courses,
    (select count(*)::int from people p where p.platform_id = f.id) as people
   from platforms f where f.id = $1`,
)

/** Key of the advisory lock. Every process must use the same number; others are in their own files. */
const LOCK = 7_446_227

/** Lets one process add or turn on a platform at a time. The lock ends with the transaction. */
export const lockPlatforms = async (tx: Tx): Promise<void> => {
  await tx.client.query('select pg_advisory_xact_lock($1)', [LOCK])
}

/** `id`: one that was reserved; absent for the next. */
export type InsertedPlatform = Omit<Platform, 'id' | 'opensWithoutCookies' | 'hasOwnKeys'> & {
  id?: number
  hasOwnKeys?: boolean
  approvesFirst: boolean
}

/** Inserts a platform. Returns null when this issuer and client_id exist. */
export const claimPlatform = async (db: Queryable, values: InsertedPlatform): Promise<Platform | null> => {
  const insert = db.orm.insert(platforms)
  const into = values.id === undefined ? insert : insert.overridingSystemValue()
  const [row] = await into.values(values).onConflictDoNothing().returning(columns)
  return row ?? null
}

/** Reserves the id of a platform that is still to be registered, for the address of its keys. */
export const reservePlatformId = async (db: Queryable): Promise<number> => {
  const { rows } = await db.client.query<{ id: string }>(
    "select nextval(pg_get_serial_sequence('platforms', 'id')) as id",
  )
  return Number(rows[0]?.id)
}

const PLATFORM_STATES: Record<keyof typeof platformStates, string> = {
  on: 'f.is_active',
  off: 'not f.is_active',
}

export const listPlatformRows = (db: Queryable, query: ListQuery): Promise<ListPage<Platform>> => {
  const values = new SqlValues()
  const { state = '' } = query.filters
  return listRows(
    db,
    {
      select: `f.id, f.issuer, f.client_id as "clientId", f.domain, f.preset, f.authorization_redirect as "authorizationRedirect",
        f.public_keys_url as "publicKeysUrl", f.grant_url as "grantUrl", f.audience, f.is_active as "isActive",
        f.opens_without_cookies as "opensWithoutCookies", f.has_own_keys as "hasOwnKeys"`,
      from: 'platforms f',
      where: [
        hasWords("concat_ws(' ', f.domain, f.issuer, f.client_id)", query.words, values),
        isKeyOf(PLATFORM_STATES, state) ? PLATFORM_STATES[state] : null,
      ],
      id: 'f.id',
      sorts: {
        off_first: { by: "case when f.is_active then '1' else '0' end || lower(f.domain)", kind: 'text' },
        domain: { by: 'lower(f.domain)', kind: 'text' },
        newest: { by: 'f.created_at', kind: 'time', descends: true },
      },
      values,
    },
    query,
  )
}
