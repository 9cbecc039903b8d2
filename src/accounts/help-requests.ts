import { findEntitlementByToken } from '#src/access/entitlements.ts'
import type { Entitlement } from '#src/access/rules/entitlement.ts'
import type { Needs } from '#src/context.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { claimLimit, claimLimits, countMailTo, networkLimits } from '#src/core/limits/limits.ts'
import { checkForm } from '#src/core/rules/form.ts'
import type { Language } from '#src/core/rules/language.ts'
import { refuse, refuseUntil } from '#src/core/rules/outcome.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { findJoinCourse } from '#src/courses/courses.ts'
import { courseName } from '#src/courses/rules/course.ts'
import type { JoinCourse } from '#src/courses/rules/join-course.ts'
import { findIssuer, saveHelpRequest } from '#src/messages/help.ts'
import { queueMessage } from '#src/messages/messages.ts'
import { type ChatShown, type HelpFacts, HelpForm, type HelpShown, presentFacts } from '#src/messages/rules/help.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { verifyCaptcha } from './captcha.ts'

/** The subject of a payment page: a person's row, or before sign-up only the course. Null without a known token. */
type HelpSubject = Entitlement | JoinCourse | null

/** Returns the help section of a payment page. Looks up nothing if there is no chat. */
export const describeHelp = async (
  { chat, db }: Needs<'chat' | 'db'>,
  token: string | undefined,
  about: HelpSubject,
): Promise<HelpShown> => {
  const row = rowOf(about)
  const shown = { token: token ?? null, email: row?.email ?? '', ...formFor(about) }
  if (!chat || shown.isK12) return { ...shown, chat: null }
  const { baseUrl, websiteToken, sign } = chat
  const user = row && chatUser(row, sign)
  return { ...shown, chat: { baseUrl, websiteToken, user, facts: await findHelpFacts(db, about) } }
}

/** Returns how the help page asks. */
export const describeHelpForm = async ({ db }: Needs<'db'>, token: string): Promise<HelpFormKind> =>
  formFor(await findHelpSubject(db, token))

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

/** Pattern of the references of error pages. */
const REFERENCE = /^[0-9A-Z]{5}-[0-9A-Z]{5}$/

/** Limits an hour. A whole school may share one address. */
const MAX_PER_PERSON = 5
const MAX_PER_ADDRESS = 100
/** Questions of a network in an hour that need no captcha. */
const FREE_PER_ADDRESS = 10
/** Mail to support in an hour without a wait. Staff see every request at once. */
const MAX_TO_SUPPORT = 100

/**
 * Stores a help request with facts about the course and queues it as mail to support, in one transaction. After a few
 * requests from one network it needs a captcha.
 */
export const requestHelp = async (
  app: Needs<'captcha' | 'clock' | 'db' | 'jobs' | 'limitHash' | 'log' | 'supportEmail'>,
  { token, fields, captcha, address, reference, language }: RequestHelp,
) => {
  const { limitHash, supportEmail: recipient } = app
  const about = await findHelpSubject(app.db, token)
  const known = knownAddress(about)
  const checked = checkForm(HelpForm(textsIn(language).help), known ? { ...fields, email: known } : fields)
  if (!checked.ok) return { ...refuse('form_invalid'), problems: checked.problems }
  const { email, text } = checked.value
  const now = app.clock.now()
  const free = networkLimits(limitHash, 'help:free', address, FREE_PER_ADDRESS)
  if (await claimLimits(app.db, free, HOUR_MS, now)) {
    const verdict = await verifyCaptcha(app, { response: captcha, address })
    if (!verdict.ok) return captcha === '' ? refuse('captcha_needed') : verdict
  }
  const facts = { ...(await findHelpFacts(app.db, about)), email, ...(REFERENCE.test(reference) ? { reference } : {}) }
  return inTransaction(app.db, async tx => {
    const limits = [
      { key: `help:email:${limitHash.target(email)}:${limitHash.network(address)}`, most: MAX_PER_PERSON },
      ...networkLimits(limitHash, 'help:address', address, MAX_PER_ADDRESS),
    ]
    for (const limit of limits) {
      const until = await claimLimit(tx, limit, HOUR_MS, now)
      if (until) return refuseUntil('too_many_requests', until)
    }
    const id = await saveHelpRequest(tx, { email, text, facts, now })
    const startAfter = await countMailTo(tx, limitHash, { recipient, most: MAX_TO_SUPPORT }, now)
    const mail = { kind: 'help', recipient, replyTo: email, text, facts: Object.entries(facts) } as const
    await queueMessage(tx, app.jobs, `help:${id}`, mail, { startAfter })
    return { ok: true as const }
  })
}

const findHelpSubject = async (db: Queryable, token: string): Promise<HelpSubject> =>
  (await findEntitlementByToken(db, token)) ?? (await findJoinCourse(db, token))

const rowOf = (about: HelpSubject): Entitlement | null => (about && 'personId' in about ? about : null)

/** Returns the address that the launch of a K-12 school gave. Children are not asked for it again. */
const knownAddress = (about: HelpSubject): string | null => (about?.school.isK12 ? (rowOf(about)?.email ?? null) : null)

type HelpFormKind = Pick<HelpShown, 'isK12' | 'asksEmail'>

const formFor = (about: HelpSubject): HelpFormKind => ({
  isK12: about?.school.isK12 ?? false,
  asksEmail: knownAddress(about) === null,
})

const chatUser = ({ personId, email, name }: Entitlement, sign: (id: string) => string): ChatShown['user'] => {
  // The vendor requires a name or an email.
  if (!email && !name) return null
  const id = `signbook-${personId}`
  return { id, email: email ?? '', name: name ?? '', hash: sign(id) }
}

/** Finds the facts for the help chat and the help request, with unknown ones left out. */
const findHelpFacts = async (db: Queryable, about: HelpSubject): Promise<HelpFacts> => {
  if (!about) return {}
  const course = 'course' in about ? about.course : about
  return presentFacts({
    ...(await findLinkFacts(db, about)),
    course_id: course.canvasCourseId,
    domain: course.canvasDomain,
    context_id: course.contextId,
    course_label: course.label,
    course_title: courseName(course),
    email: rowOf(about)?.email,
  })
}

const findLinkFacts = async (db: Queryable, about: Entitlement | JoinCourse) => {
  if ('joinToken' in about) return { enroll_token: about.joinToken }
  if (about.kind === 'enrollment') return { enroll_token: about.token }
  return { lti_token: about.token, platform_iss: await findIssuer(db, about.personId) }
}
