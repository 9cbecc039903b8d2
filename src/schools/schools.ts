import type { Needs } from '#src/context.ts'
import { findUndoable, recordAudit, UNDO_REASON } from '#src/core/audit/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { covers, demand, type Staff } from '#src/core/rules/staff.ts'
import { type Consumer, emailDomain } from './rules/consumer.ts'
import { completeChange, type SchoolSettings, type SchoolSwitches, switchesOf, switchesWhere } from './rules/school.ts'
import type { SchoolFacts, SchoolNote } from './rules/school-facts.ts'
import { findConsumerByKey } from './store/consumers.ts'
import {
  findSchoolFacts,
  isNameTaken,
  lockSchool,
  lockSchoolNames,
  type SchoolRow,
  saveSchool,
} from './store/schools.ts'

export { findSchoolNamed, listNamedSchools, listSchoolRows, lockSchool, nameSchool } from './store/schools.ts'

/** Finds a school that the role covers, with its connections. */
export const findSchool = async ({ db }: Needs<'db'>, id: number, by: Staff): Promise<SchoolFacts | null> =>
  covers(by, id) ? findSchoolFacts(db, id) : null

/** `before` is null if nothing was changed. */
type SchoolNoted = { ok: true; before: SchoolNote | null } | Refused<'school_not_found'>

/** Saves staff's contact and note of a school. The audit log has no words of them: they may name a person. */
export const noteSchool = async (
  { db, clock }: Needs<'clock' | 'db'>,
  id: number,
  given: SchoolNote,
  by: Staff,
): Promise<SchoolNoted> => {
  demand(by, 'change')
  const now = clock.now()
  return inTransaction(db, async tx => {
    const before = await lockSchool(tx, id)
    if (!before) return refuse('school_not_found')
    const { contact, note } = before
    const changed = (['contact', 'note'] as const).filter(field => before[field] !== given[field])
    if (changed.length === 0) return { ok: true, before: null }
    await saveSchool(tx, id, given, now)
    await recordAudit(tx, { by, action: 'note-school', subject: { kind: 'school', id }, after: { changed }, now })
    return { ok: true, before: { contact, note } }
  })
}

/** Takes back the last change of contact and note. The caller has the words before it; the audit log does not. */
export const undoNote = async (
  { db, clock }: Needs<'clock' | 'db'>,
  id: number,
  words: SchoolNote,
  by: Staff,
): Promise<{ ok: true } | Refused<'too_late_to_undo'>> => {
  demand(by, 'change')
  const now = clock.now()
  return inTransaction(db, async tx => {
    const change = { by, action: 'note-school', subject: { kind: 'school', id }, now } as const
    if (!(await lockSchool(tx, id)) || !(await findUndoable(tx, { ...change, current: {} })))
      return refuse('too_late_to_undo')
    await saveSchool(tx, id, words, now)
    await recordAudit(tx, { ...change, after: { changed: ['contact', 'note'] }, reason: UNDO_REASON })
    return { ok: true }
  })
}

/** Changes of what staff set for a school. Every setting applies to all courses of the school, whatever its connections. */

/** Omitted fields keep their value. */
interface SettingsChange extends Partial<SchoolSwitches> {
  name?: string | undefined
  /** A host like 'school.edu'; empty or null if any address may join. */
  emailDomain?: string | null | undefined
}

type SettingsRefused = Refused<
  'school_not_found' | 'school_name_required' | 'school_name_exists' | 'last_access_method' | 'invalid_email_domain'
>

/** Changes a school's settings. At least one payment method must stay on. Requires the manager role. */
export const updateSchool = async (
  app: Needs<'clock' | 'db' | 'jobs'>,
  id: number,
  given: SettingsChange,
  by: Staff,
): Promise<{ ok: true; school: SchoolRow } | SettingsRefused> => {
  demand(by, 'manage')
  const { name: typedName, emailDomain: typed, ...switches } = given
  const domain = emailDomain(typed ?? '')
  if (domain === undefined) return refuse('invalid_email_domain')
  const name = typedName?.trim()
  if (name === '') return refuse('school_name_required')
  const asked = {
    ...switches,
    ...(name === undefined ? {} : { name }),
    ...(typed === undefined ? {} : { emailDomain: domain }),
  }
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    if (name !== undefined) await lockSchoolNames(tx)
    const before = await lockSchool(tx, id)
    if (!before) return refuse('school_not_found')
    if (name !== undefined && (await isNameTaken(tx, name, id))) return refuse('school_name_exists')
    const change = completeChange(before, asked)
    const { acceptsPayment, acceptsAccessCode } = { ...before, ...change }
    if (!acceptsPayment && !acceptsAccessCode) return refuse('last_access_method')
    const school = await saveSchool(tx, id, change, now)
    await queueYearlyAccess(app, tx, before, school)
    const subject = { kind: 'school', id } as const
    await recordAudit(tx, { by, action: 'update-school', subject, ...inAudit(before, school), now })
    return { ok: true, school }
  })
}

export const undoSchoolChange = async (
  app: Needs<'clock' | 'db' | 'jobs'>,
  id: number,
  by: Staff,
): Promise<{ ok: true } | Refused<'too_late_to_undo'>> => {
  demand(by, 'manage')
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    await lockSchoolNames(tx)
    const before = await lockSchool(tx, id)
    if (!before) return refuse('too_late_to_undo')
    const change = { by, action: 'update-school', subject: { kind: 'school', id }, now } as const
    const was = await findUndoable(tx, { ...change, current: settingsOf(before) })
    const name = typeof was?.name === 'string' ? was.name : before.name
    if (!was || (await isNameTaken(tx, name, id))) return refuse('too_late_to_undo')
    const settings = {
      name,
      ...switchesWhere(name => was[name] === true),
      emailDomain: typeof was.emailDomain === 'string' ? was.emailDomain : null,
    }
    const school = await saveSchool(tx, id, settings, now)
    await queueYearlyAccess(app, tx, before, school)
    await recordAudit(tx, { ...change, ...inAudit(before, school), reason: UNDO_REASON })
    return { ok: true }
  })
}

const CONSUMER_REASONS = {
  school_not_found: 'consumer_not_found',
  school_name_required: 'consumer_name_required',
  school_name_exists: 'consumer_name_exists',
  last_access_method: 'last_access_method',
  invalid_email_domain: 'invalid_email_domain',
} as const

type ConsumerUpdated = { ok: true; consumer: Consumer } | Refused<(typeof CONSUMER_REASONS)[SettingsRefused['reason']]>

export const updateConsumer = async (
  app: Needs<'clock' | 'db' | 'jobs'>,
  { key, ...change }: SettingsChange & { key: string },
  by: Staff,
): Promise<ConsumerUpdated> => {
  demand(by, 'manage')
  const consumer = await findConsumerByKey(app.db, key)
  if (!consumer) return refuse('consumer_not_found')
  const updated = await updateSchool(app, consumer.schoolId, change, by)
  if (!updated.ok) return refuse(CONSUMER_REASONS[updated.reason])
  return { ok: true, consumer: (await findConsumerByKey(app.db, key)) ?? consumer }
}

type PaymentMethods = Pick<SchoolSwitches, 'acceptsPayment' | 'acceptsAccessCode'>

/** Saves the payment methods of a school. The caller holds its lock. Requires the manager role. */
export const savePaymentMethods = async (
  tx: Tx,
  id: number,
  { before, after }: Record<'before' | 'after', PaymentMethods>,
  by: Staff,
  now: Date,
): Promise<void> => {
  demand(by, 'manage')
  await saveSchool(tx, id, after, now)
  await recordAudit(tx, { by, action: 'update-school', subject: { kind: 'school', id }, before, after, now })
}

/** Queues extending the access of a school's people if it has yearly access now. Turning it off shortens nothing. */
export const queueYearlyAccess = async (
  { jobs }: Needs<'jobs'>,
  tx: Tx,
  before: Pick<SchoolSwitches, 'yearlyAccess'>,
  after: Pick<SchoolRow, 'id' | 'yearlyAccess'>,
): Promise<void> => {
  if (!after.yearlyAccess || before.yearlyAccess) return
  await jobs.send(tx, 'move-access-ends', { schoolId: after.id, mayShorten: false })
}

/** Returns the settings under the names that the audit log has. */
export const settingsOf = ({ name, emailDomain, ...school }: SchoolSettings) => ({
  name,
  ...switchesOf(school),
  emailDomain,
})

const inAudit = (before: SchoolSettings, after: SchoolSettings) => ({
  before: settingsOf(before),
  after: settingsOf(after),
})
