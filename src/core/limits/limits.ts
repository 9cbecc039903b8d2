import { makeFingerprint } from '../crypto.ts'
import { prepared, type Queryable } from '../db/db.ts'
import { execute } from '../db/statements.ts'
import { DAY_MS, HOUR_MS } from '../rules/time.ts'
import { networkOf, wideNetworkOf } from '../rules/web-addresses.ts'

/** Keyed hashes of addresses, for the keys of limits: nobody finds an address by hashing all there are. */
export const makeLimitHash = (appSecret: string) => {
  const fingerprint = makeFingerprint(appSecret)
  return {
    network: (address: string): string => fingerprint(`limit of network ${networkOf(address)}`),
    wideNetwork: (address: string): string => fingerprint(`limit of wide network ${wideNetworkOf(address)}`),
    /** Hashes what a code is sent to: an email or a phone number. */
    target: (target: string): string => fingerprint(`limit of target ${target}`),
  }
}

export type LimitHash = ReturnType<typeof makeLimitHash>

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

export const deleteExpiredLimits = execute<[now: Date]>('limits_expired', 'delete from limits where resets_at < $1')

export interface Limit {
  key: string
  most: number
}

/** Networks of one block that together have this many times the limit of one. Who has a block has thousands of them. */
const WIDE = 10

export const networkLimits = (hash: LimitHash, name: string, address: string, most: number): Limit[] => [
  { key: `${name}:${hash.network(address)}`, most },
  { key: `${name}:wide:${hash.wideNetwork(address)}`, most: WIDE * most },
]

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

export const returnCount = (db: Queryable, key: string, now: Date): Promise<void> =>
  refundLimit(db, { key, most: ANY }, now)

export const findLimitCount = async (db: Queryable, key: string, now: Date): Promise<number> =>
  (await read(db, [[key], now]))[0]?.count ?? 0

/** Adds one to a limit and returns the new count. No two callers get the same count. */
export const countTowardsLimit = async (db: Queryable, key: string, windowMs: number, now: Date): Promise<number> => {
  const [row] = await add(db, [[key], now, new Date(now.getTime() + windowMs)])
  return row?.count ?? 0
}

/** Networks that proved an address before by its code. What strangers ask for never uses their quota. */
export const REMEMBERED_DAYS = 180
const REMEMBERED_MS = REMEMBERED_DAYS * DAY_MS

/** Codes that networks which never proved an address may send to it in an hour, before they work harder. */
export const STRANGERS_AN_HOUR = 50

interface From {
  /** The target that the code proves, with the kind of sign-in: `sign-up ana@school.example`. */
  target: string
  address: string
}

const knownKey = (hash: LimitHash, { target, address }: From) =>
  `known-network:${hash.target(target)}:${hash.network(address)}`

const provedKey = (hash: LimitHash, target: string) => `proved:${hash.target(target)}`

export const rememberNetwork = async (db: Queryable, hash: LimitHash, from: From, now: Date): Promise<void> => {
  await countTowardsLimit(db, knownKey(hash, from), REMEMBERED_MS, now)
  await countTowardsLimit(db, provedKey(hash, from.target), REMEMBERED_MS, now)
}

export const isKnownNetwork = async (db: Queryable, hash: LimitHash, from: From, now: Date): Promise<boolean> =>
  (await findLimitCount(db, knownKey(hash, from), now)) > 0

/** Short codes in a day for an address that no network ever proved. */
const FIRST_CODES = 5

/**
 * Returns true if a code for this network must not be guessable: the network never proved the address, and another one
 * did. An address that nobody proved yet has a few short codes a day, for its first sign-in.
 */
export const needsLongCode = async (db: Queryable, hash: LimitHash, from: From, now: Date): Promise<boolean> => {
  if (await isKnownNetwork(db, hash, from, now)) return false
  if ((await findLimitCount(db, provedKey(hash, from.target), now)) > 0) return true
  return (await countTowardsLimit(db, `first-codes:${hash.target(from.target)}`, DAY_MS, now)) > FIRST_CODES
}

/** Counts mail of strangers. Returns the seconds that it waits: beyond `most` an hour it leaves one by one. */
export const countMailTo = async (
  db: Queryable,
  hash: LimitHash,
  { recipient, most }: { recipient: string; most: number },
  now: Date,
): Promise<number> => {
  const count = await countTowardsLimit(db, `mail-to:${hash.target(recipient)}`, HOUR_MS, now)
  return Math.ceil((Math.max(0, count - most) * HOUR_MS) / (most * 1000))
}

/** Codes by mail that strangers may send to one target in an hour without a wait. */
const CODES_WITHOUT_WAIT = 30

/** Returns the seconds that a code waits. A network that proved the address waits for nobody. */
export const waitOfCode = async (
  db: Queryable,
  hash: LimitHash,
  from: From & { recipient: string },
  now: Date,
): Promise<number> =>
  (await isKnownNetwork(db, hash, from, now))
    ? 0
    : countMailTo(db, hash, { recipient: from.recipient, most: CODES_WITHOUT_WAIT }, now)

/** Counts a code for a target. True if unknown networks, this one included, used up its quota: ask for more then. */
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

/** Codes that a network asked for within an hour and nobody entered: few for a school, many for a spammer. */
const unentered = (hash: LimitHash, address: string): string[] =>
  networkLimits(hash, 'codes-unentered', address, ANY).map(limit => limit.key)

export const countCodeSent = async (db: Queryable, hash: LimitHash, address: string, now: Date): Promise<void> => {
  await add(db, [unentered(hash, address), now, new Date(now.getTime() + HOUR_MS)])
}

export const countCodeEntered = async (db: Queryable, hash: LimitHash, address: string, now: Date): Promise<void> => {
  for (const key of unentered(hash, address)) await returnCount(db, key, now)
}

export const countUnenteredCodes = async (
  db: Queryable,
  hash: LimitHash,
  address: string,
  now: Date,
): Promise<number> => {
  const [own, wide] = unentered(hash, address)
  const rows = await read(db, [[own, wide], now])
  return Math.max(0, ...rows.map(({ key, count }) => (key === wide ? Math.floor(count / WIDE) : count)))
}
