import { mintPin } from '#src/core/crypto.ts'
import type { Tx } from '#src/core/db/db.ts'
import { isKnownNetwork, rememberNetwork } from '#src/core/limits/known-networks.ts'
import type { LimitHash } from '#src/core/limits/limit-hash.ts'
import { countTowardsLimit, type Limit, returnCount } from '#src/core/limits/limits.ts'
import { countCodeEntered, countCodeSent, countUnenteredCodes } from '#src/core/limits/unentered-codes.ts'
import { LONG_CODE_DIGITS } from '#src/core/rules/one-time-code.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { UNENTERED_BEFORE_HARDER } from './rules/captcha.ts'

/**
 * Bounds the guesses at all codes of a school together. Each network may try the codes that it asked for, so whoever has
 * thousands of networks would have thousands of tries at six digits.
 */
interface SchoolNetwork {
  schoolId: number
  address: string
}

/** Six-digit codes that a school's sign-ups may leave unentered in an hour: 1,000 tries at a million codes. */
export const UNENTERED_PER_SCHOOL = 200
/** Tries in an hour at codes that another network asked for. */
const GUESSES_PER_SCHOOL = 1000

const unenteredOf = (schoolId: number) => `codes-unentered:school:${schoolId}`
const targetOf = (schoolId: number) => `sign-up school ${schoolId}`

export const schoolGuesses = (schoolId: number): Limit => ({
  key: `sign-up:guesses:school:${schoolId}`,
  most: GUESSES_PER_SCHOOL,
})

/**
 * Makes a code and counts it until somebody enters it. The code has nine digits if strangers ask for many at this address,
 * or if many of the school are not entered. A network where people of the school entered theirs keeps short ones.
 */
export const mintCode = async (
  tx: Tx,
  hash: LimitHash,
  { schoolId, address, isForMany }: SchoolNetwork & { isForMany: boolean },
  now: Date,
): Promise<string> => {
  const ofSchool = await countTowardsLimit(tx, unenteredOf(schoolId), HOUR_MS, now)
  const ofNetwork = await countUnenteredCodes(tx, hash, address, now)
  await countCodeSent(tx, hash, address, now)
  const isProven =
    ofNetwork < UNENTERED_BEFORE_HARDER &&
    (await isKnownNetwork(tx, hash, { target: targetOf(schoolId), address }, now))
  const isLong = isForMany || (ofSchool > UNENTERED_PER_SCHOOL && !isProven)
  return mintPin(isLong ? LONG_CODE_DIGITS : undefined)
}

/** Counts that a code was entered, and remembers the network. */
export const countEntered = async (
  tx: Tx,
  hash: LimitHash,
  { schoolId, address }: SchoolNetwork,
  now: Date,
): Promise<void> => {
  await rememberNetwork(tx, hash, { target: targetOf(schoolId), address }, now)
  await returnCount(tx, unenteredOf(schoolId), now)
  await countCodeEntered(tx, hash, address, now)
}
