import { getEntitlement, processEntitlement, saveSignedUp } from '#src/access/entitlements.ts'
import { saveVerifiedPerson } from '#src/access/people.ts'
import { completionSource, isComplete } from '#src/access/rules/coverage.ts'
import type { Entitlement } from '#src/access/rules/entitlement.ts'
import type { Needs } from '#src/context.ts'
import { mintReference, mintSecret, mintToken, sha256 } from '#src/core/crypto.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { claimLimits, findReachedLimit, networkLimits, rememberNetwork } from '#src/core/limits/limits.ts'
import type { Language } from '#src/core/rules/language.ts'
import { codeTyped } from '#src/core/rules/normalize.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { type CourseRef, findJoinCourse, openJoinLink } from '#src/courses/courses.ts'
import type { JoinRefused } from '#src/courses/rules/join-course.ts'

import { codeProblem } from './rules/sign-up.ts'
import { codeTarget, countEntered, hashCode, type Matched, matchCode } from './sign-up-codes.ts'
import { findVerifiedToken, lockAddress, saveVerified, saveVerifiedBrowser } from './store/sign-ups.ts'

interface VerifyCodeInput {
  course: CourseRef
  email: string
  code: string
  address: string
  /** Language of the page. */
  language: Language
}

type CodeVerified =
  /** `browser` is the cookie for the browser that verified the e-mail. */
  | { ok: true; enrollment: Entitlement; browser: { token: string; expiresAt: Date } }
  | JoinRefused
  | Refused<'code_required' | 'code_too_short' | 'wrong_code'>
  | (Refused<'too_many_wrong_codes'> & { until: Date })

const MAX_PER_ADDRESS = 1000
const WINDOW_MS = 15 * 60 * 1000
const BROWSER_MS = 12 * HOUR_MS

/**
 * Verifies an e-mail by a code sent to it and creates the enrollment. A code works once, also in concurrent
 * calls. Locks the e-mail.
 */
export const verifyCode = async (
  app: Needs<'canvas' | 'clock' | 'db' | 'fingerprint' | 'hostedConsumerPrefix' | 'jobs' | 'limitHash' | 'vault'>,
  { course: ref, email: typed, code, address, language }: VerifyCodeInput,
): Promise<CodeVerified> => {
  const problem = codeProblem(code)
  if (problem) return refuse(problem)
  const link = await openJoinLink(app, ref)
  if (!link.ok) return link
  const { course } = link
  const now = app.clock.now()
  const email = cleanEmail(typed) ?? ''
  const limits = networkLimits(app.limitHash, 'wrong-sign-up-code:address', address, MAX_PER_ADDRESS)
  return inTransaction(app.db, async tx => {
    const until = await findReachedLimit(tx, limits, now)
    if (until) return { ...refuse('too_many_wrong_codes'), until }
    await lockAddress(tx, course.id, email)
    const codeHash = hashCode(app, email, codeTyped(code))
    const given = { courseId: course.id, schoolId: course.schoolId, email, codeHash, address, now }
    const { limitHash } = app
    const matched = await matchCode(tx, given, { limitHash, openPassword: app.vault.open })
    if (!matched) {
      // Only wrong codes count, so right ones are never delayed. At the limit even a wrong code gets 429, so
      // concurrent guesses learn nothing.
      const until = await claimLimits(tx, limits, WINDOW_MS, now)
      return until ? { ...refuse('too_many_wrong_codes'), until } : refuse('wrong_code')
    }
    const { id: courseId } = course
    const { name, givenName, familyName } = matched.details
    const personId = await saveVerifiedPerson(tx, { email, name, givenName, familyName, language, now })
    const keys = { token: mintToken('e'), sessionId: mintReference() }
    const row = await saveSignedUp(tx, { courseId, personId, ...keys })
    await makePlatformUser(app, tx, { matched, entitlementId: row.id, now })
    await rememberNetwork(tx, limitHash, { target: codeTarget(email), address }, now)
    await countEntered(tx, limitHash, { schoolId: course.schoolId, address }, now)
    const browser = { token: mintSecret(), expiresAt: new Date(now.getTime() + BROWSER_MS) }
    await saveVerifiedBrowser(tx, {
      tokenHash: sha256(browser.token),
      personId,
      courseId,
      expiresAt: browser.expiresAt,
    })
    const made = await getEntitlement(tx, row)
    // A free course gives access at once.
    if (isComplete(made, now))
      await processEntitlement(tx, app.jobs, { entitlement: made, source: completionSource(made), now })
    return { ok: true, enrollment: await getEntitlement(tx, row), browser }
  })
}

/** Queues the creation of the Canvas login. Without Canvas, or if the password is disputed, it is dropped. */
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

interface Asked {
  token: string
  email?: string | undefined
  /** Cookie value of a browser that verified an e-mail. */
  browser?: string | undefined
}

/**
 * Returns the enrollment token for a call of the pay page. A join token is accepted only with the e-mail that this
 * browser verified.
 */
export const findPayToken = async (
  { db, clock }: Needs<'clock' | 'db'>,
  { token, email, browser }: Asked,
): Promise<string | null> => {
  const course = await findJoinCourse(db, token)
  if (!course) return token
  const address = cleanEmail(email)
  if (!address || !browser) return null
  return findVerifiedToken(db, { tokenHash: sha256(browser), courseId: course.id, email: address, now: clock.now() })
}
