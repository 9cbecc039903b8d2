import type { Queryable } from '../db/db.ts'
import { networkOf } from '../rules/client-network.ts'
import { HOUR_MS } from '../rules/time.ts'
import { countTowardsLimit, findLimitCount, refundLimit } from './limits.ts'

/**
 * Codes that a network asked for within an hour and nobody entered. A school's students enter theirs, so a school of any
 * size stays low; a network that writes to strangers does not.
 */
const keyOf = (address: string) => `codes-unentered:${networkOf(address)}`

/** The largest integer of the column, so that `refundLimit` takes one away from any count. */
const ANY = 2 ** 31 - 1

export const countCodeSent = async (db: Queryable, address: string, now: Date): Promise<void> => {
  await countTowardsLimit(db, keyOf(address), HOUR_MS, now)
}

export const countCodeEntered = (db: Queryable, address: string, now: Date): Promise<void> =>
  refundLimit(db, { key: keyOf(address), most: ANY }, now)

export const countUnenteredCodes = (db: Queryable, address: string, now: Date): Promise<number> =>
  findLimitCount(db, keyOf(address), now)
