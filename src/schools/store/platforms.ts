import { eq } from 'drizzle-orm'
import { takeLock } from '#src/core/db/advisory-locks.ts'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { hasWords, listRows, SqlValues } from '#src/core/db/row-lists.ts'
import { queryRow, queryValue, queryValues } from '#src/core/db/statements.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/rows.ts'
import type { Platform, platformStates, Reach } from '../rules/platform.ts'
import { PLATFORM_JSON, platforms } from './schema.ts'

/** The columns of a `Platform`, which PLATFORM_JSON of schema.ts has too. */
const columns = {
  id: platforms.id,
  issuer: platforms.issuer,
  clientId: platforms.clientId,
  domain: platforms.domain,
  preset: platforms.preset,
  authorizationRedirect: platforms.authorizationRedirect,
  publicKeysUrl: platforms.publicKeysUrl,
  grantUrl: platforms.grantUrl,
  audience: platforms.audience,
  isActive: platforms.isActive,
  opensWithoutCookies: platforms.opensWithoutCookies,
  hasOwnKeys: platforms.hasOwnKeys,
}
/** The same as SQL, of a platform `f`. */
const COLUMNS = Object.keys(columns)
  .map(name => `f.${name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)} as "${name}"`)
  .join(', ')

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

/** Adds an id under which a registered platform finds its keys. Returns whether the platform is on. */
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

/** Lets one process add or turn on a platform at a time. The lock ends with the transaction. */
export const lockPlatforms = (tx: Tx): Promise<void> => takeLock(tx, 'platforms')

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
      select: COLUMNS,
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
