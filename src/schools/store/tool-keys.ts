import type { Queryable, Tx } from '#src/core/db/db.ts'
import type { toolKeys } from './schema.ts'

export type ToolKey = typeof toolKeys.$inferSelect

/** The platform that some keys are for; null for the keys of all platforms without their own. */
export type KeysOf = number | null

const tableOf = (keysOf: KeysOf) => (keysOf === null ? 'tool_keys' : 'platform_keys')
/** Condition of the keys; `$1` is the platform. */
const areOf = (keysOf: KeysOf) => (keysOf === null ? '$1::bigint is null' : 'platform_id = $1')

export const listToolKeys = async (db: Queryable, keysOf: KeysOf): Promise<ToolKey[]> => {
  const { rows } = await db.client.query<ToolKey>(
    `select kid, public_jwk as "publicJwk", sealed_private_key as "sealedPrivateKey", state, created_at as "createdAt",
       state_at as "stateAt"
     from ${tableOf(keysOf)} where ${areOf(keysOf)} order by created_at desc`,
    [keysOf],
  )
  return rows
}

/** Lists the platforms with keys of their own. */
export const listKeyedPlatforms = async (db: Queryable): Promise<number[]> => {
  const { rows } = await db.client.query<{ id: string }>('select distinct platform_id as id from platform_keys')
  return rows.map(({ id }) => Number(id))
}

/** Key of the advisory lock. Every process must use the same number; migrations and content imports use others. */
const LOCK = 7_446_226

/** Lets one process change keys at a time. The lock ends with the transaction. */
export const lockToolKeys = async (tx: Tx): Promise<void> => {
  await tx.client.query('select pg_advisory_xact_lock($1)', [LOCK])
}

export const insertToolKey = async (tx: Tx, keysOf: KeysOf, key: Omit<ToolKey, 'createdAt'>): Promise<void> => {
  const { kid, publicJwk, sealedPrivateKey, state, stateAt } = key
  const [column, value] = keysOf === null ? ['', ''] : [', platform_id', ', $6']
  await tx.client.query(
    `insert into ${tableOf(keysOf)} (kid, public_jwk, sealed_private_key, state, state_at${column})
     values ($1, $2, $3, $4, $5${value})`,
    [kid, JSON.stringify(publicJwk), sealedPrivateKey, state, stateAt, ...(keysOf === null ? [] : [keysOf])],
  )
}

export const setToolKeyState = async (
  tx: Tx,
  keysOf: KeysOf,
  { kid, state, now }: { kid: string; state: ToolKey['state']; now: Date },
): Promise<void> => {
  await tx.client.query(`update ${tableOf(keysOf)} set state = $2, state_at = $3 where kid = $1`, [kid, state, now])
}

export const deleteRetiredToolKeys = async (db: Queryable, keysOf: KeysOf, before: Date): Promise<void> => {
  await db.client.query(
    `delete from ${tableOf(keysOf)} where ${areOf(keysOf)} and state = 'retired' and state_at < $2`,
    [keysOf, before],
  )
}
