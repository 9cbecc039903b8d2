import { getEntitlement, processEntitlement, saveSignedUp } from '#src/access/entitlements.ts'
import { saveVerifiedPerson } from '#src/access/people.ts'
import { completionSource, isComplete } from '#src/access/rules/coverage.ts'
import type { Needs } from '#src/context.ts'
import { mintReference, mintSecret, mintToken, sha256 } from '#src/core/crypto.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { claimLimits, findReachedLimit, networkLimits } from '#src/core/limits/limits.ts'
import type { Language } from '#src/core/rules/language.ts'
import { refuse, refuseUntil } from '#src/core/rules/outcome.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { HOUR_MS, MINUTE_MS } from '#src/core/rules/time.ts'
import { type CourseRef, findJoinCourse, openJoinLink } from '#src/courses/courses.ts'
import { codeProblem } from './rules/sign-up.ts'
import { countEntered, type Matched, matchCode } from './sign-up-codes.ts'
import { findVerifiedToken, lockAddress, saveVerified, saveVerifiedBrowser } from './store/sign-ups.ts'

interface VerifyCodeInput {
  course: CourseRef
  email: string
  code: string
  address: string
  language: Language
}

const MAX_PER_ADDRESS = 1000
const WINDOW_MS = 15 * MINUTE_MS
const BROWSER_MS = 12 * HOUR_MS

/**
 * Verifies an email by a code sent to it and creates the enrollment, which gives access at once in a free course. A code
 * works once, also in concurrent calls. Locks the email. `browser` is the cookie for the browser that verified it.
 */
export const verifyCode = async (
  app: Needs<'canvas' | 'clock' | 'db' | 'fingerprint' | 'hostedConsumerPrefix' | 'jobs' | 'limitHash' | 'vault'>,
  { course: ref, email: typed, code, address, language }: VerifyCodeInput,
) => {
  const problem = codeProblem(code)
  if (problem) return refuse(problem)
  const link = await openJoinLink(app, ref)
  if (!link.ok) return link
  const { course } = link
  const courseId = course.id
  const now = app.clock.now()
  const email = cleanEmail(typed) ?? ''
  const request = { course, email, address, now }
  const limits = networkLimits(app.limitHash, 'wrong-sign-up-code:address', address, MAX_PER_ADDRESS)
  return inTransaction(app.db, async tx => {
    const reached = await findReachedLimit(tx, limits, now)
    if (reached) return refuseUntil('too_many_wrong_codes', reached)
    await lockAddress(tx, courseId, email)
    const matched = await matchCode(app, tx, request, code)
    if (!matched) {
      // Only wrong codes count, so right ones are never delayed. At the limit even a wrong code gets 429, so
      // concurrent guesses learn nothing.
      const until = await claimLimits(tx, limits, WINDOW_MS, now)
      return until ? refuseUntil('too_many_wrong_codes', until) : refuse('wrong_code')
    }
    const { name, givenName, familyName } = matched.details
    const personId = await saveVerifiedPerson(tx, { email, name, givenName, familyName, language, now })
    const keys = { token: mintToken('e'), sessionId: mintReference() }
    const row = await saveSignedUp(tx, { courseId, personId, ...keys })
    await makePlatformUser(app, tx, { matched, entitlementId: row.id, now })
    await countEntered(tx, app.limitHash, request)
    const token = mintSecret()
    const expiresAt = new Date(now.getTime() + BROWSER_MS)
    await saveVerifiedBrowser(tx, { tokenHash: sha256(token), personId, courseId, expiresAt })
    const entitlement = await getEntitlement(tx, row)
    if (isComplete(entitlement, now))
      await processEntitlement(tx, app.jobs, { entitlement, source: completionSource(entitlement), now })
    return { ok: true as const, enrollment: await getEntitlement(tx, row), browser: { token, expiresAt } }
  })
}

/** Queues the creation of the Canvas login. Without Canvas, or if the password is disputed, the password is dropped. */
const makePlatformUser = async (
  app: Needs<'canvas' | 'jobs'>,
  tx: Tx,
  { matched, entitlementId, now }: { matched: Matched; entitlementId: number; now: Date },
): Promise<void> => {
  const { signUp, details, isDisputed } = matched
  const keepPassword = app.canvas !== null && !isDisputed
  if (signUp.id !== details.id) await saveVerified(tx, signUp.id, now, false)
  await saveVerified(tx, details.id, now, keepPassword)
  if (app.canvas) await app.jobs.send(tx, 'canvas-user', { signUpId: details.id, entitlementId })
}

interface PayCall {
  token: string
  email?: string | undefined
  /** Cookie value of a browser that verified an email. */
  browser?: string | undefined
}

/**
 * Returns the enrollment token for a call of the pay page. A join token is accepted only with the email that this
 * browser verified; null without it.
 */
export const findPayToken = async ({ db, clock }: Needs<'clock' | 'db'>, { token, email: typed, browser }: PayCall) => {
  const course = await findJoinCourse(db, token)
  if (!course) return token
  const email = cleanEmail(typed)
  if (!email || !browser) return null
  return findVerifiedToken(db, { tokenHash: sha256(browser), courseId: course.id, email, now: clock.now() })
}
