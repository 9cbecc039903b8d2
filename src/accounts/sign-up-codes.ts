import type { Needs } from '#src/context.ts'
import { mintPin } from '#src/core/crypto.ts'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import {
  claimLimit,
  claimLimits,
  countCodeEntered,
  countCodeSent,
  countTowardsLimit,
  countUnenteredCodes,
  findReachedLimit,
  isKnownNetwork,
  isTooManyFromStrangers,
  type Limit,
  type LimitHash,
  rememberNetwork,
  returnCount,
  waitOfCode,
} from '#src/core/limits/limits.ts'
import type { Language } from '#src/core/rules/language.ts'
import { codeTyped } from '#src/core/rules/normalize.ts'
import { CODE_MS, CODE_TRIES, LONG_CODE_DIGITS } from '#src/core/rules/one-time-code.ts'
import { refuse, refuseUntil } from '#src/core/rules/outcome.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { networkOf } from '#src/core/rules/web-addresses.ts'
import type { JoinCourse } from '#src/courses/rules/join-course.ts'
import { queueMessage } from '#src/messages/messages.ts'
import { HARD_WORK, UNENTERED_BEFORE_HARDER } from './rules/captcha.ts'
import { CODES_AN_HOUR, nextCodeAt } from './rules/sign-up.ts'
import { listPendingSignUps, type SignUp, saveCodeAttempt } from './store/sign-ups.ts'

/** A request for a code to an email, or with a typed one. */
export interface CodeRequest {
  course: Pick<JoinCourse, 'id' | 'schoolId'>
  email: string
  /** IP address. Its network has codes and limits of its own. */
  address: string
  now: Date
}

/** The email that a code proves, and the address that asks for it, as limits count them. */
const askerOf = ({ email, address }: CodeRequest) => ({ target: `sign-up ${email}`, address })

/** Codes that one network may send to an email, in all courses. */
const codeLimit = (hash: LimitHash, { email, address }: CodeRequest): Limit => ({
  key: `sign-up:target:${hash.target(email)}:${hash.network(address)}`,
  most: CODES_AN_HOUR,
})

/** Lists the pending sign-ups of this email in this course that came from this network, newest first. */
export const listOwnSignUps = async (db: Queryable, { course, email, address }: CodeRequest): Promise<SignUp[]> => {
  const network = networkOf(address)
  return (await listPendingSignUps(db, course.id, email, network)).filter(s => s.network === network)
}

/** Returns true if the password that still waits with a sign-up is this one. */
export const hasPassword = ({ vault }: Needs<'vault'>, { sealedPassword }: SignUp, password: string | null): boolean =>
  sealedPassword !== null && vault.open(sealedPassword) === password

/** Returns the refusal while the network must wait for its next code; null if it may ask for one. */
export const findWait = async ({ limitHash }: Needs<'limitHash'>, db: Queryable, request: CodeRequest) => {
  const next = nextCodeAt(await listOwnSignUps(db, request), request.now)
  if (next) return refuseUntil('code_just_sent', next)
  const until = await findReachedLimit(db, [codeLimit(limitHash, request)], request.now)
  return until && refuseUntil('too_many_codes', until)
}

/**
 * Makes a code, valid from when its mail leaves, or refuses it while the network must wait, or brings too little `work`
 * while strangers ask for many. The caller has locked the address in this course; the limit covers all courses.
 */
export const makeCode = async (
  app: Needs<'fingerprint' | 'limitHash' | 'vault'>,
  tx: Tx,
  request: CodeRequest,
  work: number,
) => {
  const { limitHash } = app
  const { email, now } = request
  const late = await findWait(app, tx, request)
  if (late) return late
  const isTooMany = await isTooManyFromStrangers(tx, limitHash, askerOf(request), now)
  if (isTooMany && work < HARD_WORK) return refuse('captcha_failed')
  const until = await claimLimit(tx, codeLimit(limitHash, request), HOUR_MS, now)
  if (until) return refuseUntil('too_many_codes', until)
  const isLong = (await countNewCode(tx, limitHash, request)) || isTooMany
  const code = mintPin(isLong ? LONG_CODE_DIGITS : undefined)
  /** Seconds until its mail leaves, more than 0 where strangers ask for many. */
  const wait = await waitOfCode(tx, limitHash, { ...askerOf(request), recipient: email }, now)
  const sentAt = new Date(now.getTime() + wait * 1000)
  /** Fields of its sign-up. */
  const stored = { codeHash: hashCode(app, email, code), codeUntil: new Date(sentAt.getTime() + CODE_MS) }
  return { ok: true as const, stored, sealed: app.vault.seal(code), wait, sentAt }
}

type NewCode = Extract<Awaited<ReturnType<typeof makeCode>>, { ok: true }>

/** Queues the mail of a code, in the transaction that stores it. Two codes never have the same `key`. */
export const mailCode = async (
  { jobs }: Needs<'jobs'>,
  tx: Tx,
  { sealed: sealedCode, wait, sentAt }: NewCode,
  { key, ...mail }: { key: string; recipient: string; language: Language; isPin: boolean },
): Promise<void> => {
  await queueMessage(tx, jobs, key, { kind: 'code', sealedCode, ...mail }, { startAfter: wait, now: sentAt })
}

/**
 * Six-digit codes that a school's sign-ups may leave unentered in an hour: 1,000 tries at a million codes. Each network
 * may try the codes that it asked for, so thousands of networks would have thousands of tries.
 */
export const UNENTERED_PER_SCHOOL = 200
/** Tries in an hour at codes that another network asked for. */
const GUESSES_PER_SCHOOL = 1000

const unenteredKey = ({ course }: CodeRequest) => `codes-unentered:school:${course.schoolId}`
const schoolAsker = ({ course, address }: CodeRequest) => ({ target: `sign-up school ${course.schoolId}`, address })

/**
 * Counts a code until somebody enters it. Returns true if many of the school are not entered, so that this one must be
 * long. A network where people of the school entered theirs keeps short ones.
 */
const countNewCode = async (tx: Tx, hash: LimitHash, request: CodeRequest): Promise<boolean> => {
  const { address, now } = request
  const ofSchool = await countTowardsLimit(tx, unenteredKey(request), HOUR_MS, now)
  const ofNetwork = await countUnenteredCodes(tx, hash, address, now)
  await countCodeSent(tx, hash, address, now)
  const isProven = ofNetwork < UNENTERED_BEFORE_HARDER && (await isKnownNetwork(tx, hash, schoolAsker(request), now))
  return ofSchool > UNENTERED_PER_SCHOOL && !isProven
}

/** Counts that a code was entered, and remembers the network, for this email and for the school. */
export const countEntered = async (tx: Tx, hash: LimitHash, request: CodeRequest): Promise<void> => {
  const { address, now } = request
  await rememberNetwork(tx, hash, askerOf(request), now)
  await rememberNetwork(tx, hash, schoolAsker(request), now)
  await returnCount(tx, unenteredKey(request), now)
  await countCodeEntered(tx, hash, address, now)
}

/**
 * Finds the pending sign-up with this code and counts a wrong one. A network has five tries for each code that it asked
 * for, and a few for codes that other networks asked for. The few do not reduce the tries of those networks, so nobody
 * can lock others out. Null if none matches.
 */
export const matchCode = async (
  app: Needs<'fingerprint' | 'limitHash' | 'vault'>,
  tx: Tx,
  request: CodeRequest,
  typed: string,
) => {
  const { course, email, address, now } = request
  const network = networkOf(address)
  const pending = await listPendingSignUps(tx, course.id, email, network)
  const open = pending.filter(s => s.tries < CODE_TRIES && s.codeUntil >= now)
  const own = open.filter(s => s.network === network)
  const others = open.filter(s => s.network !== network)
  const codeHash = hashCode(app, email, codeTyped(typed))
  const isRight = (s: SignUp) => s.codeHash === codeHash

  const right = own.find(isRight)
  if (!right && own.length > 0) await saveCodeAttempt(tx, own)
  const triesOthers = !right && others.length > 0 && (await mayGuess(tx, app.limitHash, request))
  const signUp = triesOthers ? others.find(isRight) : right
  if (!signUp) return null
  /** Prefers the details typed on this network, if there are any. */
  const details = right ?? own[0] ?? signUp
  const password = details.sealedPassword && app.vault.open(details.sealedPassword)
  /** Someone signed up with this email and another password. The code does not prove whose password it is. */
  const isDisputed = pending.some(s => s.passwordUntil > now && !hasPassword(app, s, password))
  return { signUp, details, isDisputed }
}

export type Matched = NonNullable<Awaited<ReturnType<typeof matchCode>>>

/** Hashes a code with our key: six digits are quickly guessed, so a plain hash would reveal the code. */
const hashCode = ({ fingerprint }: Needs<'fingerprint'>, email: string, code: string): string =>
  fingerprint(`sign-up code ${email} ${code}`)

/** Tries with codes that another network asked for: a phone may change its network before its owner types the code. */
const GUESSES_PER_NETWORK = 5
const GUESSES_PER_EMAIL = 50

/** Counts a try with the codes of other networks, and returns true if it is allowed. */
const mayGuess = async (tx: Tx, hash: LimitHash, { course, email, address, now }: CodeRequest): Promise<boolean> => {
  const ofEmail = `sign-up:guesses:${course.id}:${hash.target(email)}`
  const limits = [
    { key: ofEmail, most: GUESSES_PER_EMAIL },
    { key: `${ofEmail}:${hash.network(address)}`, most: GUESSES_PER_NETWORK },
    { key: `sign-up:guesses:school:${course.schoolId}`, most: GUESSES_PER_SCHOOL },
  ]
  return (await claimLimits(tx, limits, HOUR_MS, now)) === null
}
