import type { Queryable } from '../db/db.ts'
import { HOUR_MS } from '../rules/time.ts'
import type { LimitHash } from './limit-hash.ts'
import { countTowardsLimit, findLimitCount } from './limits.ts'

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
