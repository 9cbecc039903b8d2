import type { Needs } from '#src/context.ts'
import { mintReference } from '#src/core/crypto.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { claimLimit, findReachedLimit, isTooManyFromStrangers, waitOfCode } from '#src/core/limits/limits.ts'
import { type AllProblems, allProblems, checkForm } from '#src/core/rules/form.ts'
import type { Language } from '#src/core/rules/language.ts'
import { CODE_MS } from '#src/core/rules/one-time-code.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { networkOf } from '#src/core/rules/web-addresses.ts'
import { type CourseRef, openJoinLink } from '#src/courses/courses.ts'
import type { JoinCourse, JoinRefused } from '#src/courses/rules/join-course.ts'
import { queueMessage } from '#src/messages/messages.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { askForMoreWork, verifyCaptcha } from './captcha.ts'
import { type CaptchaReason, HARD_WORK } from './rules/captcha.ts'
import { type Faults, JoinBody, PaySignUpForm, splitName } from './rules/sign-up.ts'
import { codeLimit, codeTarget, codeWait, hashCode, mintCode } from './sign-up-codes.ts'
import {
  deleteCaptchasBefore,
  deleteOldSignUps,
  deletePassword,
  listPendingSignUps,
  lockAddress,
  saveNewCode,
  saveSignUp,
} from './store/sign-ups.ts'

export { deletePassword, findWaitingPassword } from './store/sign-ups.ts'

interface SendCodeInput {
  course: CourseRef
  /** Form fields as typed: `name` on /pay, `first_name` and `last_name` on /verify. */
  fields: Record<string, string | undefined>
  captcha: string
  address: string
  /** Language of the page. */
  language: Language
}

type MustWait = Refused<'code_just_sent' | 'too_many_codes'> & { until: Date; email: string; course: JoinCourse }

/** `wait`: seconds until the code leaves, more than 0 where strangers ask for many. */
type CodeSent =
  | { ok: true; email: string; course: JoinCourse; wait: number }
  | JoinRefused
  | (Refused<'form_invalid'> & { problems: AllProblems; course: JoinCourse })
  | (Refused<CaptchaReason> & { course: JoinCourse })
  | MustWait

const PASSWORD_MS = 15 * 60 * 1000
/**
 * Stores a sign-up and sends its verification code (docs/rules/sign-up.md). The response does not reveal whether the
 * e-mail is known. Keeps the password encrypted for 15 minutes. Locks the e-mail, so that concurrent calls send one
 * code per 30 seconds and network.
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
  const person = readPerson(course, fields, textsIn(language).join.faults)
  if (!person.ok) return { ...refuse('form_invalid'), problems: person.problems, course }
  const { email } = person
  const now = app.clock.now()
  const network = networkOf(address)
  const limit = codeLimit(app.limitHash, email, address)
  const pendingHere = async (db: Queryable) =>
    (await listPendingSignUps(db, course.id, email, network)).filter(s => s.network === network)
  const findWait = async (db: Queryable): Promise<MustWait | null> => {
    const soon = codeWait(await pendingHere(db), now)
    if (soon) return { ...refuse('code_just_sent'), until: soon, email, course }
    const until = await findReachedLimit(db, [limit], now)
    return until && { ...refuse('too_many_codes'), until, email, course }
  }
  const wait = await findWait(app.db)
  if (wait) {
    // The code sent before may be entered by whoever typed this password.
    for (const { id, sealedPassword } of await pendingHere(app.db))
      if (sealedPassword && app.vault.open(sealedPassword) !== person.password) await deletePassword(app.db, id)
    return wait
  }
  const verdict = await verifyCaptcha(app, { response: captcha, address })
  if (!verdict.ok) return { ...verdict, course }

  const sent = await inTransaction<CodeSent>(app.db, async tx => {
    await lockAddress(tx, course.id, email)
    const late = await findWait(tx)
    if (late) return late
    const from = { target: codeTarget(email), address }
    const isForMany = await isTooManyFromStrangers(tx, app.limitHash, from, now)
    if (isForMany && verdict.work < HARD_WORK) return { ...refuse('captcha_failed'), course }
    // This limit covers all courses; the lock covers only this one.
    const until = await claimLimit(tx, limit, HOUR_MS, now)
    if (until) return { ...refuse('too_many_codes'), until, email, course }
    const code = await mintCode(tx, app.limitHash, { schoolId: course.schoolId, address, isForMany }, now)
    const { name, givenName, familyName, password } = person
    const same = (await pendingHere(tx)).filter(
      s => s.name === name && s.sealedPassword !== null && app.vault.open(s.sealedPassword) === password,
    )
    const startAfter = await waitOfCode(tx, app.limitHash, { ...from, recipient: email }, now)
    const sentAt = new Date(now.getTime() + startAfter * 1000)
    const signUp = {
      ...{ courseId: course.id, email, network, name, givenName, familyName },
      sealedPassword: app.vault.seal(password),
      passwordUntil: new Date(sentAt.getTime() + PASSWORD_MS),
      codeHash: hashCode(app, email, code),
      codeUntil: new Date(sentAt.getTime() + CODE_MS),
      createdAt: now,
    }
    const id = await saveSignUp(
      tx,
      signUp,
      same.map(s => s.id),
    )
    const sealedCode = app.vault.seal(code)
    const mail = { kind: 'code', recipient: email, sealedCode, language, isPin: isJoin(fields) } as const
    await queueMessage(tx, app.jobs, `sign-up:${id}`, mail, { startAfter, now: sentAt })
    return { ok: true, email, course, wait: startAfter }
  })
  if (sent.ok || sent.reason !== 'captcha_failed') return sent
  return { ...(await askForMoreWork(app, { by: verdict.by, address })), course }
}

type Person =
  | { ok: true; email: string; password: string; name: string; givenName: string; familyName: string }
  | { ok: false; problems: AllProblems }

/** Returns true for the form of /verify, whose next step asks for a pin number. */
const isJoin = (fields: SendCodeInput['fields']): boolean =>
  fields.first_name !== undefined || fields.last_name !== undefined

const readPerson = (course: JoinCourse, fields: SendCodeInput['fields'], faults: Faults): Person => {
  if (isJoin(fields)) {
    const schema = JoinBody(course.emailDomain, faults)
    const checked = checkForm(schema, fields)
    if (!checked.ok) return { ok: false, problems: allProblems(schema, fields) }
    const { first_name: givenName, last_name: familyName, email, password } = checked.value
    return { ok: true, email, password, name: `${givenName} ${familyName}`, givenName, familyName }
  }
  const schema = PaySignUpForm(course.emailDomain, faults)
  const checked = checkForm(schema, fields)
  if (!checked.ok) return { ok: false, problems: allProblems(schema, fields) }
  const { name, email, password } = checked.value
  const { first, last } = splitName(name)
  return { ok: true, email, password, name, givenName: first, familyName: last }
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

type CodeResent = { ok: true; wait: number } | (Refused<'code_just_sent' | 'too_many_codes'> & { until: Date })

/**
 * Sends a new code for the newest pending sign-up of this network and invalidates its previous code. Does nothing for
 * unknown e-mails, with the same response.
 */
export const resendCode = async (
  app: Needs<'clock' | 'db' | 'fingerprint' | 'jobs' | 'limitHash' | 'vault'>,
  { course, email: typed, address, language, isPin }: ResendCodeInput,
): Promise<CodeResent> => {
  const now = app.clock.now()
  const email = cleanEmail(typed) ?? ''
  const network = networkOf(address)
  return inTransaction(app.db, async tx => {
    await lockAddress(tx, course.id, email)
    const pending = (await listPendingSignUps(tx, course.id, email, network)).filter(s => s.network === network)
    const [signUp] = pending
    if (!signUp) return { ok: true, wait: 0 }
    const soon = codeWait(pending, now)
    if (soon) return { ...refuse('code_just_sent'), until: soon }
    const until = await claimLimit(tx, codeLimit(app.limitHash, email, address), HOUR_MS, now)
    if (until) return { ...refuse('too_many_codes'), until }
    // Counted, but not refused: the sign-up brought its proof of work.
    const from = { target: codeTarget(email), address }
    const isForMany = await isTooManyFromStrangers(tx, app.limitHash, from, now)
    const code = await mintCode(tx, app.limitHash, { schoolId: course.schoolId, address, isForMany }, now)
    const startAfter = await waitOfCode(tx, app.limitHash, { ...from, recipient: email }, now)
    const sentAt = new Date(now.getTime() + startAfter * 1000)
    const codeUntil = new Date(sentAt.getTime() + CODE_MS)
    await saveNewCode(tx, signUp.id, { codeHash: hashCode(app, email, code), codeUntil, now })
    const sealedCode = app.vault.seal(code)
    const key = `sign-up:${signUp.id}:${mintReference()}`
    const mail = { kind: 'code', recipient: email, sealedCode, language, isPin } as const
    await queueMessage(tx, app.jobs, key, mail, { startAfter, now: sentAt })
    return { ok: true, wait: startAfter }
  })
}

/** Deletes expired sign-ups, their passwords, verified browsers and used captchas. */
export const deleteExpiredSignUps = async ({ db, clock }: Needs<'clock' | 'db'>): Promise<void> => {
  const now = clock.now()
  await deleteOldSignUps(db, now)
  await deleteCaptchasBefore(db, now)
}
