import type { Needs } from '#src/context.ts'
import { mintReference } from '#src/core/crypto.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { claimLimit, findReachedLimit, isTooManyFromStrangers } from '#src/core/limits/limits.ts'
import type { AllProblems } from '#src/core/rules/form.ts'
import type { Language } from '#src/core/rules/language.ts'
import { type Refused, type RefusedUntil, refuse, refuseUntil } from '#src/core/rules/outcome.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { HOUR_MS, MINUTE_MS } from '#src/core/rules/time.ts'
import { networkOf } from '#src/core/rules/web-addresses.ts'
import { type CourseRef, openJoinLink } from '#src/courses/courses.ts'
import type { JoinCourse, JoinRefused } from '#src/courses/rules/join-course.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { askForMoreWork, verifyCaptcha } from './captcha.ts'
import { type CaptchaReason, HARD_WORK } from './rules/captcha.ts'
import { nextCodeAt, readPerson, type SignUpFields, signUpFormOf } from './rules/sign-up.ts'
import {
  askerOf,
  type CodeRequest,
  codeLimit,
  hasPassword,
  listOwnSignUps,
  mailCode,
  makeCode,
} from './sign-up-codes.ts'
import {
  deleteCaptchasBefore,
  deleteOldSignUps,
  deletePassword,
  lockAddress,
  saveNewCode,
  saveSignUp,
} from './store/sign-ups.ts'

export { deletePassword, findWaitingPassword } from './store/sign-ups.ts'

type MustWait = RefusedUntil<'code_just_sent' | 'too_many_codes'>

interface SendCodeInput {
  course: CourseRef
  fields: SignUpFields
  captcha: string
  address: string
  /** Language of the page. */
  language: Language
}

/** `wait`: seconds until the code leaves, more than 0 where strangers ask for many. */
type CodeSent =
  | { ok: true; email: string; wait: number }
  | JoinRefused
  | (Refused<'form_invalid'> & { problems: AllProblems })
  | Refused<CaptchaReason>
  | MustWait

/** A password waits this long, encrypted. */
const PASSWORD_MS = 15 * MINUTE_MS

/**
 * Stores a sign-up and mails its code (docs/rules/sign-up.md). The response does not reveal whether the email is known.
 * Locks the email, so that concurrent calls send one code per 30 seconds and network.
 */
export const sendCode = async (
  app: Needs<
    'captcha' | 'clock' | 'db' | 'fingerprint' | 'hostedConsumerPrefix' | 'jobs' | 'limitHash' | 'log' | 'vault'
  >,
  { course: ref, fields, captcha, address, language }: SendCodeInput,
): Promise<CodeSent> => {
  const link = await openJoinLink(app, ref)
  if (!link.ok) return link
  const { course } = link
  const { faults } = textsIn(language).join
  const read = readPerson(fields, { emailDomain: course.emailDomain, faults })
  if (!read.ok) return { ...refuse('form_invalid'), problems: read.problems }
  const { password, ...person } = read.person
  const { email } = person
  const now = app.clock.now()
  const request = { course, email, address, now }
  const wait = await findWait(app, app.db, request)
  if (wait) {
    await deleteOtherPasswords(app, request, password)
    return wait
  }
  // Last, because verifying a captcha uses it up.
  const verdict = await verifyCaptcha(app, { response: captcha, address })
  if (!verdict.ok) return verdict

  const sent = await inTransaction<CodeSent>(app.db, async tx => {
    await lockAddress(tx, course.id, email)
    const late = await findWait(app, tx, request)
    if (late) return late
    const isTooMany = await isTooManyFromStrangers(tx, app.limitHash, askerOf(request), now)
    if (isTooMany && verdict.work < HARD_WORK) return refuse('captcha_failed')
    // This limit covers all courses; the lock covers only this one.
    const until = await claimLimit(tx, codeLimit(app.limitHash, request), HOUR_MS, now)
    if (until) return refuseUntil('too_many_codes', until)
    const code = await makeCode(app, tx, request, isTooMany)
    const signUp = {
      ...person,
      ...code.stored,
      courseId: course.id,
      network: networkOf(address),
      sealedPassword: app.vault.seal(password),
      passwordUntil: new Date(code.sentAt.getTime() + PASSWORD_MS),
      createdAt: now,
    }
    const own = await listOwnSignUps(tx, request)
    const same = own.filter(s => s.name === person.name && hasPassword(app, s, password))
    const key = `sign-up:${await saveSignUp(tx, signUp, same)}`
    await mailCode(app, tx, code, { key, recipient: email, language, isPin: signUpFormOf(fields) === 'join' })
    return { ok: true, email, wait: code.wait }
  })
  return !sent.ok && sent.reason === 'captcha_failed' ? askForMoreWork(app, { by: verdict.by, address }) : sent
}

/** Returns the refusal while the network must wait for its next code; null if it may ask for one. */
const findWait = async (
  { limitHash }: Needs<'limitHash'>,
  db: Queryable,
  request: CodeRequest,
): Promise<MustWait | null> => {
  const next = nextCodeAt(await listOwnSignUps(db, request), request.now)
  if (next) return refuseUntil('code_just_sent', next)
  const until = await findReachedLimit(db, [codeLimit(limitHash, request)], request.now)
  return until && refuseUntil('too_many_codes', until)
}

/** Deletes passwords unlike the one typed last: the code sent before may be entered by whoever typed that one. */
const deleteOtherPasswords = async (
  app: Needs<'db' | 'vault'>,
  request: CodeRequest,
  password: string,
): Promise<void> => {
  for (const signUp of await listOwnSignUps(app.db, request))
    if (signUp.sealedPassword !== null && !hasPassword(app, signUp, password)) await deletePassword(app.db, signUp.id)
}

interface ResendCodeInput {
  course: JoinCourse
  email: string
  address: string
  /** Language of the page. */
  language: Language
  /** True if the page asks for a pin number, not for a code. */
  isPin: boolean
}

/**
 * Mails a new code for the newest pending sign-up of this network and invalidates its previous code. Does nothing for
 * unknown emails, with the same response.
 */
export const resendCode = async (
  app: Needs<'clock' | 'db' | 'fingerprint' | 'jobs' | 'limitHash' | 'vault'>,
  { course, email: typed, address, language, isPin }: ResendCodeInput,
): Promise<{ ok: true; wait: number } | MustWait> => {
  const now = app.clock.now()
  const email = cleanEmail(typed) ?? ''
  const request = { course, email, address, now }
  return inTransaction(app.db, async tx => {
    await lockAddress(tx, course.id, email)
    const own = await listOwnSignUps(tx, request)
    const [signUp] = own
    if (!signUp) return { ok: true, wait: 0 }
    const next = nextCodeAt(own, now)
    if (next) return refuseUntil('code_just_sent', next)
    const until = await claimLimit(tx, codeLimit(app.limitHash, request), HOUR_MS, now)
    if (until) return refuseUntil('too_many_codes', until)
    // Counted, but not refused: the sign-up brought its proof of work.
    const isTooMany = await isTooManyFromStrangers(tx, app.limitHash, askerOf(request), now)
    const code = await makeCode(app, tx, request, isTooMany)
    await saveNewCode(tx, signUp.id, { ...code.stored, createdAt: now })
    const key = `sign-up:${signUp.id}:${mintReference()}`
    await mailCode(app, tx, code, { key, recipient: email, language, isPin })
    return { ok: true, wait: code.wait }
  })
}

/** Deletes expired sign-ups, their passwords, verified browsers and used captchas. */
export const deleteExpiredSignUps = async ({ db, clock }: Needs<'clock' | 'db'>): Promise<void> => {
  const now = clock.now()
  await deleteOldSignUps(db, now)
  await deleteCaptchasBefore(db, now)
}
