import type { Tx } from '#src/core/db/db.ts'
import type { LimitHash } from '#src/core/limits/limit-hash.ts'
import { claimLimits } from '#src/core/limits/limits.ts'
import { networkOf } from '#src/core/rules/client-network.ts'
import { CODE_TRIES } from '#src/core/rules/one-time-code.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { schoolGuesses } from './school-codes.ts'
import { listPendingSignUps, type SignUp, saveCodeAttempt } from './store/sign-ups.ts'

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
  const pending = await listPendingSignUps(tx, given.courseId, given.email)
  const open = pending.filter(s => s.tries < CODE_TRIES && s.codeUntil >= now)
  const network = networkOf(given.address)
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
