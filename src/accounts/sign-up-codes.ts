import type { Needs } from '#src/context.ts'
import { mintPin } from '#src/core/crypto.ts'
import type { Tx } from '#src/core/db/db.ts'
import {
  claimLimits,
  countCodeEntered,
  countCodeSent,
  countTowardsLimit,
  countUnenteredCodes,
  isKnownNetwork,
  type Limit,
  type LimitHash,
  rememberNetwork,
  returnCount,
} from '#src/core/limits/limits.ts'
import { CODE_TRIES, LONG_CODE_DIGITS } from '#src/core/rules/one-time-code.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { networkOf } from '#src/core/rules/web-addresses.ts'
import { UNENTERED_BEFORE_HARDER } from './rules/captcha.ts'
import { CODES_AN_HOUR, RESEND_SECONDS } from './rules/sign-up.ts'
import { listPendingSignUps, type SignUp, saveCodeAttempt } from './store/sign-ups.ts'

/** Keyed hash: six digits are quickly guessed, so a plain hash would reveal the code. */
export const hashCode = ({ fingerprint }: Needs<'fingerprint'>, email: string, code: string): string =>
  fingerprint(`sign-up code ${email} ${code}`)

/** The address that a code proves, for the networks that proved it before. */
export const codeTarget = (email: string): string => `sign-up ${email}`

/** Codes that one network may send to an email. Another network has its own limit. */
export const codeLimit = (hash: LimitHash, email: string, address: string): Limit => ({
  key: `sign-up:target:${hash.target(email)}:${hash.network(address)}`,
  most: CODES_AN_HOUR,
})

/** Returns when a network may ask for the next code; null if it may now. */
export const codeWait = (pending: { createdAt: Date }[], now: Date): Date | null => {
  const last = Math.max(0, ...pending.map(s => s.createdAt.getTime()))
  const soon = new Date(last + RESEND_SECONDS * 1000)
  return soon > now ? soon : null
}

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

const schoolGuesses = (schoolId: number): Limit => ({
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

interface Given {
  courseId: number
  schoolId: number
  email: string
  codeHash: string
  address: string
  now: Date
}

export interface Matched {
  /** The sign-up that the code was sent for. */
  signUp: SignUp
  /** Prefers the details typed on this network, if there are any. */
  details: SignUp
  /** True if someone signed up with this email and another password. The code does not prove whose password it is. */
  isDisputed: boolean
}

/** Tries with codes that another network asked for: a phone may change its network before its owner types the code. */
const GUESSES_PER_NETWORK = 5
const GUESSES_PER_EMAIL = 50

/**
 * Finds the pending sign-up with this code and counts a wrong one. A network has five tries for each code that it asked
 * for, and a few for codes that other networks asked for. The few do not reduce the tries of those networks, so nobody
 * can lock others out. Null if none matches.
 */
export const matchCode = async (
  tx: Tx,
  given: Given,
  { limitHash, openPassword }: { limitHash: LimitHash; openPassword: (sealed: string) => string },
): Promise<Matched | null> => {
  const { now, codeHash } = given
  const network = networkOf(given.address)
  const pending = await listPendingSignUps(tx, given.courseId, given.email, network)
  const open = pending.filter(s => s.tries < CODE_TRIES && s.codeUntil >= now)
  const own = open.filter(s => s.network === network)
  const others = open.filter(s => s.network !== network)
  const right = own.find(s => s.codeHash === codeHash)
  if (!right && own.length > 0)
    await saveCodeAttempt(
      tx,
      own.map(s => s.id),
    )
  const foreign =
    right || others.length === 0 || !(await mayGuess(tx, limitHash, given))
      ? null
      : others.find(s => s.codeHash === codeHash)
  const signUp = right ?? foreign
  if (!signUp) return null
  const details = right ?? own[0] ?? signUp
  const password = details.sealedPassword && openPassword(details.sealedPassword)
  const isDisputed = pending.some(
    s => s.passwordUntil > now && (s.sealedPassword === null || openPassword(s.sealedPassword) !== password),
  )
  return { signUp, details, isDisputed }
}

const mayGuess = async (
  tx: Tx,
  hash: LimitHash,
  { courseId, schoolId, email, address, now }: Given,
): Promise<boolean> => {
  const target = `${courseId}:${hash.target(email)}`
  const limits = [
    { key: `sign-up:guesses:${target}`, most: GUESSES_PER_EMAIL },
    { key: `sign-up:guesses:${target}:${hash.network(address)}`, most: GUESSES_PER_NETWORK },
    schoolGuesses(schoolId),
  ]
  return (await claimLimits(tx, limits, HOUR_MS, now)) === null
}
