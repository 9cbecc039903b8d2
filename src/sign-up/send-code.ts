import { mintPin, sha256 } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { claimLimit, findReachedLimit } from '#src/core/limits/limits.ts'
import { type AllProblems, allProblems, checkForm } from '#src/core/rules/form.ts'
import { CODE_MS } from '#src/core/rules/one-time-code.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { type CourseRef, openJoinLink } from '#src/courses/index.ts'
import { courseName } from '#src/courses/rules/course.ts'
import type { JoinCourse, JoinRefused } from '#src/courses/rules/join-course.ts'
import { queueMessage } from '#src/messages/index.ts'
import type { Deps } from './deps.ts'
import { hashCode } from './hash-code.ts'
import type { CaptchaReason } from './rules/captcha.ts'
import { CODES_AN_HOUR, JoinBody, PaySignUpForm, RESEND_SECONDS, splitName } from './rules/sign-up.ts'
import { deletePassword, findNewestSignUp, lockAddress, type SignUp, saveSignUp } from './store/sign-ups.ts'
import { verifyCaptcha } from './verify-captcha.ts'

interface SendCodeInput {
  course: CourseRef
  /** Form fields as typed: `name` on /pay, `first_name` and `last_name` on /verify. */
  fields: Record<string, string | undefined>
  captcha: string
  address: string
}

type MustWait = Refused<'code_just_sent' | 'too_many_codes'> & { until: Date; email: string; course: JoinCourse }

type CodeSent =
  | { ok: true; email: string; course: JoinCourse }
  | JoinRefused
  | (Refused<'form_invalid'> & { problems: AllProblems; course: JoinCourse })
  | (Refused<CaptchaReason> & { course: JoinCourse })
  | MustWait

const PASSWORD_MS = 15 * 60 * 1000
/**
 * Stores a sign-up and sends its verification code (docs/rules/sign-up.md). The response does not reveal whether the
 * e-mail is known. Keeps the password encrypted for 15 minutes. Locks the e-mail, so that concurrent calls send one
 * code per 30 seconds.
 */
export const sendCode =
  (deps: Deps) =>
  async ({ course: ref, fields, captcha, address }: SendCodeInput): Promise<CodeSent> => {
    const link = await openJoinLink(deps, ref)
    if (!link.ok) return link
    const { course } = link
    const person = readPerson(course, fields)
    if (!person.ok) return { ...refuse('form_invalid'), problems: person.problems, course }
    const { email } = person
    const now = deps.clock.now()
    const target = { key: `sign-up:target:${sha256(email)}`, most: CODES_AN_HOUR }
    const findWait = async (db: Parameters<typeof findNewestSignUp>[0]): Promise<MustWait | null> => {
      const last = await findNewestSignUp(db, course.id, email)
      const soon = last && new Date(last.createdAt.getTime() + RESEND_SECONDS * 1000)
      if (soon && soon > now && !last.verifiedAt) return { ...refuse('code_just_sent'), until: soon, email, course }
      const until = await findReachedLimit(db, [target], now)
      return until && { ...refuse('too_many_codes'), until, email, course }
    }
    const wait = await findWait(deps.db)
    if (wait) {
      const last = await findNewestSignUp(deps.db, course.id, email)
      if (last && isDisputed(deps, last, { password: person.password, now })) await deletePassword(deps.db, last.id)
      return wait
    }
    const verdict = await verifyCaptcha(deps, { response: captcha, address })
    if (!verdict.ok) return { ...verdict, course }

    const code = mintPin()
    return inTransaction(deps.db, async tx => {
      await lockAddress(tx, course.id, email)
      const late = await findWait(tx)
      if (late) return late
      // This limit covers all courses; the lock covers only this one.
      const until = await claimLimit(tx, target, HOUR_MS, now)
      if (until) return { ...refuse('too_many_codes'), until, email, course }
      const last = await findNewestSignUp(tx, course.id, email)
      const disputed = last !== null && isDisputed(deps, last, { password: person.password, now })
      const id = await saveSignUp(tx, {
        courseId: course.id,
        email,
        name: person.name,
        givenName: person.givenName,
        familyName: person.familyName,
        sealedPassword: disputed ? null : deps.vault.seal(person.password),
        passwordUntil: new Date(now.getTime() + PASSWORD_MS),
        codeHash: hashCode(deps, email, code),
        codeUntil: new Date(now.getTime() + CODE_MS),
        createdAt: now,
      })
      await queueMessage(tx, deps.jobs, `sign-up:${id}`, {
        kind: 'code',
        recipient: email,
        name: person.name,
        course: courseName(course),
        school: course.school.name,
        sealedCode: deps.vault.seal(code),
      })
      return { ok: true, email, course }
    })
  }

/**
 * Returns true if a pending sign-up has the same e-mail and another password. The code proves who owns the e-mail, not
 * which password is theirs, so neither is kept and Canvas asks the owner for one.
 */
const isDisputed = (deps: Deps, last: SignUp, { password, now }: { password: string; now: Date }): boolean =>
  last.verifiedAt === null &&
  last.passwordUntil > now &&
  (last.sealedPassword === null || deps.vault.open(last.sealedPassword) !== password)

type Person =
  | { ok: true; email: string; password: string; name: string; givenName: string; familyName: string }
  | { ok: false; problems: AllProblems }

const readPerson = (course: JoinCourse, fields: SendCodeInput['fields']): Person => {
  const joining = fields.first_name !== undefined || fields.last_name !== undefined
  if (joining) {
    const schema = JoinBody(course.emailDomain)
    const checked = checkForm(schema, fields)
    if (!checked.ok) return { ok: false, problems: allProblems(schema, fields) }
    const { first_name: givenName, last_name: familyName, email, password } = checked.value
    return { ok: true, email, password, name: `${givenName} ${familyName}`, givenName, familyName }
  }
  const schema = PaySignUpForm(course.emailDomain)
  const checked = checkForm(schema, fields)
  if (!checked.ok) return { ok: false, problems: allProblems(schema, fields) }
  const { name, email, password } = checked.value
  const { first, last } = splitName(name)
  return { ok: true, email, password, name, givenName: first, familyName: last }
}
