import { prepared, type Queryable } from '../db.ts'

const read = prepared<{ key: string; count: number; resets_at: Date }>(
  'limit_read',
  'select key, count, resets_at from limits where key = any($1) and resets_at > $2',
)

const add = prepared<{ count: number; resets_at: Date }>(
  'limit_add',
  `insert into limits (key, count, resets_at) select unnest($1::text[]), 1, $3
   on conflict (key) do update set
     count = case when limits.resets_at > $2 then limits.count + 1 else 1 end,
     resets_at = case when limits.resets_at > $2 then limits.resets_at else excluded.resets_at end
   returning count, resets_at`,
)

const giveBack = prepared(
  'limit_return',
  'update limits set count = greatest(least(count, $2::int) - 1, 0) where key = $1 and resets_at > $3',
)

export interface Limit {
  key: string
  /** How often in the window. */
  most: number
}

/** When the first of these limits that is reached lets go again; null when none is reached. */
export const findReachedLimit = async (db: Queryable, limits: Limit[], now: Date): Promise<Date | null> => {
  const rows = await read(db, [limits.map(l => l.key), now])
  const reached = rows.filter(row => limits.some(l => l.key === row.key && row.count >= l.most))
  return reached.length > 0 ? new Date(Math.max(...reached.map(row => row.resets_at.getTime()))) : null
}

/**
 * Counts one more, if one more may be; else when the limit lets go again. Counted and read in one: of twenty at once no
 * more than `most` are let through, in a transaction or not.
 */
export const claimLimit = async (
  db: Queryable,
  { key, most }: Limit,
  windowMs: number,
  now: Date,
): Promise<Date | null> => {
  const [row] = await add(db, [[key], now, new Date(now.getTime() + windowMs)])
  return row && row.count > most ? row.resets_at : null
}

/** Takes a claim back that need not count. Those that were refused beside it held none: they are forgotten with it. */
export const returnLimit = async (db: Queryable, { key, most }: Limit, now: Date): Promise<void> => {
  await giveBack(db, [key, most, now])
}

/** Counts one more of what these limits count; answers the highest count, which nobody else was given. */
export const addToLimits = async (db: Queryable, keys: string[], windowMs: number, now: Date): Promise<number> => {
  const rows = await add(db, [keys, now, new Date(now.getTime() + windowMs)])
  return Math.max(...rows.map(row => row.count))
}
