import type { Queryable } from '../db/db.ts'
import { HOUR_MS } from '../rules/time.ts'
import type { LimitHash } from './limit-hash.ts'
import { countTowardsLimit, findLimitCount, returnCount } from './limits.ts'

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
