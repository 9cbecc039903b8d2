import { sha256 } from '../crypto.ts'
import type { Queryable } from '../db/db.ts'
import { networkOf } from '../rules/client-network.ts'
import { HOUR_MS } from '../rules/time.ts'
import { countTowardsLimit, findLimitCount } from './limits.ts'

/** Networks that proved an address before by its code. What strangers ask for never uses their quota. */
const REMEMBERED_MS = 180 * 24 * HOUR_MS

/** Codes that networks which never proved an address may send to it in an hour, before they work harder. */
export const STRANGERS_AN_HOUR = 50

interface From {
  /** What the code proves, with the kind of sign-in: `sign-up ana@school.example`. */
  target: string
  /** Address of the request. */
  address: string
}

const knownKey = ({ target, address }: From) => `known-network:${sha256(`${target} ${networkOf(address)}`)}`

export const rememberNetwork = async (db: Queryable, from: From, now: Date): Promise<void> => {
  await countTowardsLimit(db, knownKey(from), REMEMBERED_MS, now)
}

/**
 * Counts a code for a target. Returns true if strangers used up its quota and this network is one: it must then bring
 * harder work. Nobody is refused for what others did.
 */
export const isTooManyFromStrangers = async (db: Queryable, from: From, now: Date): Promise<boolean> => {
  if ((await findLimitCount(db, knownKey(from), now)) > 0) return false
  return (await countTowardsLimit(db, `codes-of-strangers:${sha256(from.target)}`, HOUR_MS, now)) > STRANGERS_AN_HOUR
}
