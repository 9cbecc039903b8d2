import type { Needs } from '#src/context.ts'
import { mintReference } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import type { Language } from '#src/core/rules/language.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { MINUTE_MS } from '#src/core/rules/time.ts'
import { networkOf } from '#src/core/rules/web-addresses.ts'
import { type CourseRef, openJoinLink } from '#src/courses/courses.ts'
import type { JoinCourse } from '#src/courses/rules/join-course.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { askForMoreWork, verifyCaptcha } from './captcha.ts'
import { HARD_WORK } from './rules/captcha.ts'
import { readPerson, type SignUpFields, signUpFormOf } from './rules/sign-up.ts'
import { type CodeRequest, findWait, hasPassword, listOwnSignUps, mailCode, makeCode } from './sign-up-codes.ts'
import {
  deleteCaptchasBefore,
  deleteOldSignUps,
  deletePassword,
  lockAddress,
  saveNewCode,
  saveSignUp,
} from './store/sign-ups.ts'

export { deletePassword, findWaitingPassword } from './store/sign-ups.ts'

interface SendCodeInput {
  course: CourseRef
  fields: SignUpFields
  captcha: string
  address: string
  language: Language
}

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
) => {
  const link = await openJoinLink(app, ref)
  if (!link.ok) return link
  const { course } = link
  const { faults } = textsIn(language).join
  const form = signUpFormOf(fields)
  const { person: read, problems } = readPerson(form, fields, { emailDomain: course.emailDomain, faults })
  if (Object.keys(problems).length > 0) return { ...refuse('form_invalid'), problems }
  const { password, ...person } = read
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

  const sent = await inTransaction(app.db, async tx => {
    await lockAddress(tx, course.id, email)
    const code = await makeCode(app, tx, request, verdict.work)
    if (!code.ok) return code
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
    await mailCode(app, tx, code, { key, recipient: email, language, isPin: form === 'join' })
    return { ok: true as const, email, wait: code.wait }
  })
  return !sent.ok && sent.reason === 'captcha_failed' ? askForMoreWork(app, { by: verdict.by, address }) : sent
}

/** Deletes passwords unlike the one typed last: the code sent before may be entered by whoever typed that one. */
const deleteOtherPasswords = async (app: Needs<'db' | 'vault'>, request: CodeRequest, password: string) => {
  for (const signUp of await listOwnSignUps(app.db, request))
    if (signUp.sealedPassword !== null && !hasPassword(app, signUp, password)) await deletePassword(app.db, signUp.id)
}

interface ResendCodeInput {
  course: JoinCourse
  email: string
  address: string
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
) => {
  const now = app.clock.now()
  const email = cleanEmail(typed) ?? ''
  const request = { course, email, address, now }
  return inTransaction(app.db, async tx => {
    await lockAddress(tx, course.id, email)
    const [signUp] = await listOwnSignUps(tx, request)
    if (!signUp) return { ok: true as const, wait: 0 }
    // The sign-up brought its proof of work.
    const code = await makeCode(app, tx, request, HARD_WORK)
    if (!code.ok) return code
    await saveNewCode(tx, signUp.id, { ...code.stored, createdAt: now })
    const key = `sign-up:${signUp.id}:${mintReference()}`
    await mailCode(app, tx, code, { key, recipient: email, language, isPin })
    return { ok: true as const, wait: code.wait }
  })
}

/** Deletes expired sign-ups, their passwords, verified browsers and used captchas. */
export const deleteExpiredSignUps = async ({ db, clock }: Needs<'clock' | 'db'>): Promise<void> => {
  const now = clock.now()
  await deleteOldSignUps(db, now)
  await deleteCaptchasBefore(db, now)
}
