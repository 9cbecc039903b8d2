import { findEntitlementByToken } from '#src/access/entitlements.ts'
import type { Entitlement } from '#src/access/rules/entitlement.ts'
import type { Needs } from '#src/context.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { claimLimit, claimLimits, countMailTo, networkLimits } from '#src/core/limits/limits.ts'
import { checkForm, type Problems } from '#src/core/rules/form.ts'
import type { Language } from '#src/core/rules/language.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { findJoinCourse } from '#src/courses/courses.ts'
import { courseName } from '#src/courses/rules/course.ts'
import type { JoinCourse } from '#src/courses/rules/join-course.ts'
import { findIssuer, saveHelpRequest } from '#src/messages/help.ts'
import { queueMessage } from '#src/messages/messages.ts'
import { type ChatShown, type HelpFacts, HelpForm, type HelpShown, presentFacts } from '#src/messages/rules/help.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { verifyCaptcha } from './captcha.ts'
import type { CaptchaReason } from './rules/captcha.ts'

/** The subject of a payment page: an enrollment or membership, or a course before sign-up. */
type HelpSubject = { entitlement: Entitlement } | { course: JoinCourse } | null

/** Finds what a token of a payment page is about. */
const findHelpSubject = async (db: Queryable, token: string): Promise<HelpSubject> => {
  const entitlement = await findEntitlementByToken(db, token)
  if (entitlement) return { entitlement }
  const course = await findJoinCourse(db, token)
  return course && { course }
}

const isOfK12 = (about: HelpSubject): boolean =>
  about !== null && ('entitlement' in about ? about.entitlement.school.isK12 : about.course.school.isK12)

/** Returns the address that the launch of a K-12 school gave. Children are not asked for it again. */
const knownAddress = (about: HelpSubject): string | null =>
  about && 'entitlement' in about && isOfK12(about) ? about.entitlement.email : null

/** The facts for the help chat and help form, with unknown ones left out. */
const helpFacts = async ({ db }: Needs<'db'>, about: HelpSubject): Promise<HelpFacts> => {
  if (!about) return {}
  const row = 'entitlement' in about ? about.entitlement : null
  const course = 'entitlement' in about ? about.entitlement.course : about.course
  const isMember = row?.kind === 'membership'
  return presentFacts({
    enroll_token: row ? (isMember ? null : row.token) : 'course' in about ? about.course.joinToken : null,
    lti_token: isMember ? row.token : null,
    platform_iss: isMember ? await findIssuer(db, row.personId) : null,
    course_id: course.canvasCourseId,
    domain: course.canvasDomain,
    context_id: course.contextId,
    course_label: course.label,
    course_title: courseName(course),
    email: row?.email,
  })
}

const identify = ({ personId, email, name }: Entitlement, sign: (id: string) => string): ChatShown['user'] => {
  const id = `signbook-${personId}`
  return { id, email: email ?? '', name: name ?? '', hash: sign(id) }
}

/** Returns the content of the help section of a payment page. Looks up nothing if there is no chat. */
export const describeHelp = async (
  app: Needs<'chat' | 'db'>,
  token: string | undefined,
  about: HelpSubject,
): Promise<HelpShown> => {
  const { chat } = app
  const row = about && 'entitlement' in about ? about.entitlement : null
  const isK12 = isOfK12(about)
  const shown = { token: token ?? null, email: row?.email ?? '', isK12, asksEmail: knownAddress(about) === null }
  if (!chat || shown.isK12) return { ...shown, chat: null }
  // The vendor requires a name or an e-mail.
  const person = row?.email || row?.name ? row : null
  const { baseUrl, websiteToken, sign } = chat
  return {
    ...shown,
    chat: {
      baseUrl,
      websiteToken,
      user: person && identify(person, sign),
      facts: await helpFacts(app, about),
    },
  }
}

interface RequestHelp {
  /** Token of the current page. The facts are looked up from it, not read from the form. */
  token: string
  fields: Record<string, string | undefined>
  /** Response to the captcha; empty if the form had none. */
  captcha: string
  address: string
  /** Reference of an error page, empty if there is none. */
  reference: string
  language: Language
}

type HelpRequested =
  | { ok: true }
  | (Refused<'form_invalid'> & { problems: Problems })
  | Refused<CaptchaReason | 'captcha_needed'>
  | (Refused<'too_many_requests'> & { until: Date })

/** Pattern of the references of error pages. */
const REFERENCE = /^[0-9A-Z]{5}-[0-9A-Z]{5}$/
const MAX_PER_PERSON = 5
/** A whole school may share one address. */
const MAX_PER_ADDRESS = 100
/** Mail to support in an hour without a wait. Staff see every request at once. */
const MAX_TO_SUPPORT = 100
/** Questions of a network in an hour that need no captcha. */
const FREE_PER_ADDRESS = 10

/** Stores a help request with facts about the course and queues it as mail to support, in one transaction. */
export const requestHelp = async (
  app: Needs<'captcha' | 'clock' | 'db' | 'jobs' | 'limitHash' | 'log' | 'supportEmail'>,
  { token, fields, captcha, address, reference, language }: RequestHelp,
): Promise<HelpRequested> => {
  const { limitHash } = app
  const about = await findHelpSubject(app.db, token)
  const known = knownAddress(about)
  const given = known ? { ...fields, email: known } : fields
  const checked = checkForm(HelpForm(textsIn(language).help), given)
  if (!checked.ok) return { ...refuse('form_invalid'), problems: checked.problems }
  const { email, text } = checked.value
  const now = app.clock.now()
  const free = networkLimits(limitHash, 'help:free', address, FREE_PER_ADDRESS)
  if (await claimLimits(app.db, free, HOUR_MS, now)) {
    const verdict = await verifyCaptcha(app, { response: captcha, address })
    if (!verdict.ok) return captcha === '' ? refuse('captcha_needed') : verdict
  }
  const facts = { ...(await helpFacts(app, about)), email, ...(REFERENCE.test(reference) ? { reference } : {}) }
  return inTransaction(app.db, async tx => {
    const limits = [
      { key: `help:email:${limitHash.target(email)}:${limitHash.network(address)}`, most: MAX_PER_PERSON },
      ...networkLimits(limitHash, 'help:address', address, MAX_PER_ADDRESS),
    ]
    for (const limit of limits) {
      const until = await claimLimit(tx, limit, HOUR_MS, now)
      if (until) return { ...refuse('too_many_requests'), until }
    }
    const id = await saveHelpRequest(tx, { email, text, facts, now })
    const recipient = app.supportEmail
    const startAfter = await countMailTo(tx, limitHash, { recipient, most: MAX_TO_SUPPORT }, now)
    const mail = { kind: 'help', recipient, replyTo: email, text, facts: Object.entries(facts) } as const
    await queueMessage(tx, app.jobs, `help:${id}`, mail, { startAfter })
    return { ok: true }
  })
}

/** Returns how the help page asks: for children without a phone number, and without an address if it is known. */
export const describeHelpForm = async (
  { db }: Needs<'db'>,
  token: string,
): Promise<{ isK12: boolean; asksEmail: boolean }> => {
  const about = await findHelpSubject(db, token)
  return { isK12: isOfK12(about), asksEmail: knownAddress(about) === null }
}
