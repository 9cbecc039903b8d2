import type { AuditEntry } from '#src/core/rules/audit.ts'
import { checkForm, type Problems } from '#src/core/rules/form.ts'
import { undoneText, undoRefusals } from '#src/core/rules/undo.ts'
import type { RejectedGrades } from '#src/lti/rules/grade.ts'
import { schoolStatus } from '#src/schools/contract.ts'
import {
  type Consumer,
  type ConsumerReason,
  type ConsumerSettings,
  consumerChanged,
  consumerMessages,
  consumerRefusals,
  describeSecretRotation,
} from '#src/schools/rules/consumer.ts'
import { CreateConsumerForm } from '#src/schools/rules/consumer-form.ts'
import { switchesOf, switchesTicked } from '#src/schools/rules/school.ts'
import type { ListedSchool } from '#src/schools/rules/school-list.ts'
import type { FeedbackText } from '../../answer.ts'
import { hrefs } from '../../paths.ts'
import { type Form, page, type Result, redirect } from '../../screen.ts'
import { answerOf, type Confirmation } from '../confirm.tsx'
import { loadList, type ShownList } from '../list/staff-list.ts'
import { retryNote } from '../retry-note.ts'
import { type Rights, rightsOf, type StaffContext, urlParam } from '../staff-screen.ts'
import { schoolList } from './school-list.tsx'

export interface ConsumerPage {
  key: string
  /** Name typed in the create form. */
  name: string
  problems: Problems
  byKey: Consumer | null
  byName: Consumer | null
  /** Null while a key is looked up. */
  list: ShownList<ListedSchool> | null
  typed: ConsumerSettings | null
  /** Set only right after it was made: a secret is shown once (docs/rules/schools.md). */
  secret: string | null
  confirmation: Confirmation | null
  /** Grades that the school's LMS rejected. */
  rejectedGrades: RejectedGrades | null
  history: AuditEntry[]
  /** False: students who sign up with a hosted school are not enrolled. */
  hasCanvas: boolean
  rights: Rights
  feedback: FeedbackText | null
}

interface Shown
  extends Partial<Pick<ConsumerPage, 'name' | 'problems' | 'typed' | 'secret' | 'confirmation' | 'feedback'>> {
  key?: string
  status?: number
}

export const settingsOf = (c: Consumer): ConsumerSettings => ({
  ...switchesOf(c),
  name: c.name,
  emailDomain: c.emailDomain ?? '',
})

export const showConsumer = async (context: StaffContext, shown: Shown = {}): Promise<Result<ConsumerPage>> => {
  const { modules, staff, query } = context
  const key = shown.key ?? urlParam(context, 'key')
  const blank = key === '' && query.key !== undefined
  const { byKey, byName } = key
    ? await modules.schools.findConsumer(key, shown.name ?? key)
    : { byKey: null, byName: null }
  const subject = byKey && { kind: 'consumer' as const, id: byKey.id }
  const data: ConsumerPage = {
    key,
    name: shown.name ?? '',
    problems: shown.problems ?? (blank ? { key: consumerMessages.blankKey } : {}),
    byKey,
    byName: byName && byName.id !== byKey?.id ? byName : null,
    list: key ? null : await loadList(schoolList, context),
    typed: shown.typed ?? null,
    secret: shown.secret ?? null,
    confirmation: shown.confirmation ?? null,
    rejectedGrades: subject && (await modules.lti.findRejectedGrades(subject)),
    history: subject ? await modules.staff.listAudit({ subject, changesOnly: true, most: 30 }, staff) : [],
    hasCanvas: modules.canvas.isSetUp,
    rights: rightsOf(staff),
    feedback: shown.feedback ?? null,
  }
  return page(data, { title: 'Manage Consumer', status: shown.status ?? (blank ? 422 : 200) })
}

/** Creates a school. A name that is taken is refused, so that staff choose another. */
export const createConsumer = async (context: StaffContext, { fields }: Form) => {
  const checked = checkForm(CreateConsumerForm, fields)
  const typed = { key: (fields.key ?? '').trim(), name: (fields.name ?? '').trim() }
  if (!checked.ok) return showConsumer(context, { ...typed, problems: checked.problems, status: 422 })
  const result = await context.modules.schools.createConsumer(checked.value, context.staff)
  if (!result.ok) {
    const { message, field } = consumerRefusals[result.reason]
    return showConsumer(context, { ...typed, problems: { [field]: message }, status: schoolStatus[result.reason] })
  }
  const { key } = result.consumer
  return showConsumer(context, { key, secret: result.secret, feedback: good(consumerMessages.created) })
}

export const updateConsumer = async (context: StaffContext, { fields }: Form) => {
  const key = (fields.key ?? '').trim()
  const { byKey } = await context.modules.schools.findConsumer(key)
  const typed: ConsumerSettings = {
    ...switchesTicked(field => fields[field] === 'yes'),
    name: fields.name ?? byKey?.name ?? '',
    emailDomain: fields.email_domain ?? '',
  }
  if (byKey && !consumerChanged(settingsOf(byKey), typed))
    return showConsumer(context, { key, feedback: { tone: 'problem', text: consumerMessages.nothing } })
  const result = await context.modules.schools.updateConsumer({ key, ...typed }, context.staff)
  if (!result.ok) {
    const { message, field } = consumerRefusals[result.reason]
    const isTyped = field === 'email_domain' || field === 'name'
    const shown = isTyped ? { problems: { [field]: message } } : { feedback: bad(message) }
    return showConsumer(context, { key, typed, ...shown, status: schoolStatus[result.reason] })
  }
  const undo = { action: hrefs.consumer(key), fields: { key } }
  return showConsumer(context, { key, feedback: { ...good(consumerMessages.updated), undo } })
}

export const undoUpdate = async (context: StaffContext, { fields }: Form) => {
  const key = (fields.key ?? '').trim()
  const undone = await context.modules.schools.undoConsumerChange(key, context.staff)
  return undone.ok
    ? showConsumer(context, { key, feedback: good(undoneText) })
    : showConsumer(context, { key, feedback: bad(undoRefusals[undone.reason].message), status: 409 })
}

/** Asks for confirmation first, because the school's administrator must enter the new secret. */
export const rotateSecret = async (context: StaffContext, form: Form) => {
  const { schools } = context.modules
  const key = (form.fields.key ?? '').trim()
  const answer = answerOf(form)
  const refused = (reason: ConsumerReason) =>
    showConsumer(context, { key, feedback: bad(consumerRefusals[reason].message), status: schoolStatus[reason] })
  const ask = async (problem: string | null, status: number) => {
    const preview = await schools.previewSecretRotation(key, context.staff)
    if (!preview) return refused('consumer_not_found')
    const confirmation: Confirmation = {
      title: 'Make a new secret?',
      says: describeSecretRotation(preview),
      fields: { key },
      intent: 'rotate',
      button: 'Make a new secret',
      isDangerous: true,
      reason: '',
      problem,
    }
    return showConsumer(context, { key, confirmation, status })
  }
  if (!answer) return ask(null, 200)
  const result = await schools.rotateConsumerSecret(key, context.staff, answer.reason)
  if (result.ok) return showConsumer(context, { key, secret: result.secret, feedback: good(consumerMessages.rotated) })
  const { reason } = result
  if (reason === 'reason_required') return ask(consumerRefusals[reason].message, schoolStatus[reason])
  return refused(reason)
}

/** Sends rejected grades again, once the school has fixed its LMS. */
export const retryGrades = async ({ modules, staff }: StaffContext, { fields }: Form) => {
  const key = (fields.key ?? '').trim()
  const { byKey } = await modules.schools.findConsumer(key)
  const note = await retryNote(byKey && modules.lti.retryGrades({ kind: 'consumer', id: byKey.id }, staff))
  return redirect(hrefs.consumer(key, note))
}

const good = (text: string): FeedbackText => ({ tone: 'good', text })
const bad = (text: string): FeedbackText => ({ tone: 'problem', text })
