import { makeFingerprint } from '../crypto.ts'
import { prepared, type Queryable } from '../db/db.ts'
import { HOUR_MS } from '../rules/time.ts'
import { networkOf } from '../rules/web-addresses.ts'

/**
 * Keyed hashes of addresses, for the keys of limits. Without APP_SECRET nobody finds an IP address or an email by hashing
 * all there are. With another APP_SECRET all limits begin anew.
 */
export interface LimitHash {
  /** Hashes the network of an IP address. */
  network(address: string): string
  /** Hashes what a code is sent to: an email or a phone number. */
  target(target: string): string
}

export const makeLimitHash = (appSecret: string): LimitHash => {
  const fingerprint = makeFingerprint(appSecret)
  return {
    network: address => fingerprint(`limit of network ${networkOf(address)}`),
    target: target => fingerprint(`limit of target ${target}`),
  }
}

const read = prepared<{ key: string; count: number; resets_at: Date }>(
  'limit_read',
  'select key, count, resets_at from limits where key = any($1) and resets_at > $2',
)

const add = prepared<{ key: string; count: number; resets_at: Date }>(
  'limit_add',
  `insert into limits (key, count, resets_at) select unnest($1::text[]), 1, $3
   on conflict (key) do update set
     count = case when limits.resets_at > $2 then limits.count + 1 else 1 end,
     resets_at = case when limits.resets_at > $2 then limits.resets_at else excluded.resets_at end
   returning key, count, resets_at`,
)

const giveBack = prepared(
  'limit_return',
  'update limits set count = greatest(least(count, $2::int) - 1, 0) where key = $1 and resets_at > $3',
)

const expired = prepared('limits_expired', 'delete from limits where resets_at < $1')

export interface Limit {
  key: string
  /** Maximum count in the window. */
  most: number
}

/** Returns when the last of the reached limits resets; null when none is reached. */
export const findReachedLimit = async (db: Queryable, limits: Limit[], now: Date): Promise<Date | null> =>
  latest((await read(db, [limits.map(l => l.key), now])).filter(row => row.count >= mostOf(limits, row)))

/**
 * Adds one to each limit. Returns null when all are within their maximum, otherwise when the last exceeded one resets.
 * Counting and checking are one statement, so concurrent callers never exceed `most`. Pass each key once and in the
 * same order everywhere, to avoid deadlocks.
 */
export const claimLimits = async (
  db: Queryable,
  limits: Limit[],
  windowMs: number,
  now: Date,
): Promise<Date | null> => {
  const rows = await add(db, [limits.map(l => l.key), now, new Date(now.getTime() + windowMs)])
  return latest(rows.filter(row => row.count > mostOf(limits, row)))
}

export const claimLimit = (db: Queryable, limit: Limit, windowMs: number, now: Date): Promise<Date | null> =>
  claimLimits(db, [limit], windowMs, now)

const mostOf = (limits: Limit[], { key }: { key: string }): number =>
  limits.find(l => l.key === key)?.most ?? Number.POSITIVE_INFINITY

const latest = (rows: { resets_at: Date }[]): Date | null =>
  rows.length > 0 ? new Date(Math.max(...rows.map(row => row.resets_at.getTime()))) : null

/** Removes a claim that should not count, and refused claims, which never counted. */
export const refundLimit = async (db: Queryable, { key, most }: Limit, now: Date): Promise<void> => {
  await giveBack(db, [key, most, now])
}

/** The largest integer of the column. */
const ANY = 2 ** 31 - 1

/** Decrements the count of a key. */
export const returnCount = (db: Queryable, key: string, now: Date): Promise<void> =>
  refundLimit(db, { key, most: ANY }, now)

/** Returns the count of a limit in its current window. */
const findLimitCount = async (db: Queryable, key: string, now: Date): Promise<number> =>
  (await read(db, [[key], now]))[0]?.count ?? 0

/** Adds one to a limit and returns the new count. No two callers get the same count. */
export const countTowardsLimit = async (db: Queryable, key: string, windowMs: number, now: Date): Promise<number> => {
  const [row] = await add(db, [[key], now, new Date(now.getTime() + windowMs)])
  return row?.count ?? 0
}

export const deleteExpiredLimits = async (db: Queryable, now: Date): Promise<void> => {
  await expired(db, [now])
}

/** Networks that proved an address before by its code. What strangers ask for never uses their quota. */
export const REMEMBERED_DAYS = 180
const REMEMBERED_MS = REMEMBERED_DAYS * 24 * HOUR_MS

/** Codes that networks which never proved an address may send to it in an hour, before they work harder. */
export const STRANGERS_AN_HOUR = 50

interface From {
  /** The target that the code proves, with the kind of sign-in: `sign-up ana@school.example`. */
  target: string
  /** Address of the request. */
  address: string
}

const knownKey = (hash: LimitHash, { target, address }: From) =>
  `known-network:${hash.target(target)}:${hash.network(address)}`

export const rememberNetwork = async (db: Queryable, hash: LimitHash, from: From, now: Date): Promise<void> => {
  await countTowardsLimit(db, knownKey(hash, from), REMEMBERED_MS, now)
}

export const isKnownNetwork = async (db: Queryable, hash: LimitHash, from: From, now: Date): Promise<boolean> =>
  (await findLimitCount(db, knownKey(hash, from), now)) > 0

/**
 * Counts a code for a target. Returns true if unknown networks used up its quota and this network is unknown too. The
 * caller then asks for a harder captcha and a longer code. Known networks are never affected.
 */
export const isTooManyFromStrangers = async (
  db: Queryable,
  hash: LimitHash,
  from: From,
  now: Date,
): Promise<boolean> => {
  if (await isKnownNetwork(db, hash, from, now)) return false
  const key = `codes-of-strangers:${hash.target(from.target)}`
  return (await countTowardsLimit(db, key, HOUR_MS, now)) > STRANGERS_AN_HOUR
}

/**
 * Codes that a network asked for within an hour and nobody entered. A school's students enter theirs, so a school of any
 * size stays low; a network that writes to strangers does not.
 */
const keyOf = (hash: LimitHash, address: string) => `codes-unentered:${hash.network(address)}`

export const countCodeSent = async (db: Queryable, hash: LimitHash, address: string, now: Date): Promise<void> => {
  await countTowardsLimit(db, keyOf(hash, address), HOUR_MS, now)
}

export const countCodeEntered = (db: Queryable, hash: LimitHash, address: string, now: Date): Promise<void> =>
  returnCount(db, keyOf(hash, address), now)

export const countUnenteredCodes = (db: Queryable, hash: LimitHash, address: string, now: Date): Promise<number> =>
  findLimitCount(db, keyOf(hash, address), now)
