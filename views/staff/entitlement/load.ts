import { accessStatus } from '#src/access/contract.ts'
import { accessRefusals, processRefusals } from '#src/access/rules/access-refusals.ts'
import type { Entitlement } from '#src/access/rules/entitlement.ts'
import type { ListedPerson } from '#src/access/rules/people-list.ts'
import { type LinkReason, linkRefusals, onePersonMessages } from '#src/access/rules/person-links.ts'
import { describeRemoval, processMessages } from '#src/access/rules/process-messages.ts'
import { adminMessages } from '#src/core/rules/admin-messages.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import type { RefusalText, Refused } from '#src/core/rules/outcome.ts'
import type { Modules } from '#src/modules.ts'
import { staffStatus } from '#src/staff/contract.ts'
import type { FeedbackText } from '../../answer.ts'
import { hrefs } from '../../paths.ts'
import { type Form, page, type Result, redirect } from '../../screen.ts'
import { blankLookup } from '../blank-lookup.ts'
import { answerOf, type Confirmation } from '../confirm.tsx'
import { loadList, type ShownList } from '../list/staff-list.ts'
import { retryNote } from '../retry-note.ts'
import { type Rights, rightsOf, type StaffContext, urlParam } from '../staff-screen.ts'
import { peopleList } from './people-list.tsx'

export type View = NonNullable<Awaited<ReturnType<Modules['staff']['viewEntitlement']>>>

export interface EntitlementPage {
  typed: string
  problem: string | null
  view: View | null
  history: AuditEntry[]
  /** Null for one person. */
  list: ShownList<ListedPerson> | null
  rights: Rights
  now: Date
  feedback: FeedbackText | null
  /** Form that was sent without a reason. */
  missingReason: 'set' | 'rotate' | null
  /** Action that waits for confirmation. */
  confirmation: Confirmation | null
  /** Token typed for the person's other record, and the problem with it. */
  other: { typed: string; problem: string } | null
}

export const showEntitlement = async (
  context: StaffContext,
  more: Partial<Pick<EntitlementPage, 'feedback' | 'missingReason' | 'confirmation' | 'other'>> & {
    status?: number
  } = {},
): Promise<Result<EntitlementPage>> => {
  const { modules, staff, now } = context
  const typed = urlParam(context, 'token')
  const view = typed ? await modules.staff.viewEntitlement(typed, staff) : null
  const missing = typed !== '' && !view
  const blank = blankLookup(context, 'token')
  const subject = view && { kind: view.entitlement.kind, id: view.entitlement.id }
  const data: EntitlementPage = {
    typed,
    problem: missing ? adminMessages.neither : blank,
    view,
    history: subject ? await modules.staff.listAudit({ subject, changesOnly: true, most: 50 }, staff) : [],
    list: typed ? null : await loadList(peopleList, context),
    rights: rightsOf(staff),
    now,
    feedback: more.feedback ?? null,
    missingReason: more.missingReason ?? null,
    confirmation: more.confirmation ?? null,
    other: more.other ?? null,
  }
  return page(data, { title: 'Process Enrollment', status: more.status ?? (missing ? 404 : blank ? 422 : 200) })
}

/** Lets the person in or takes them out. Asks first if a person who paid by card would get no refund. */
const set =
  (processed: boolean) =>
  async (context: StaffContext, form: Form): Promise<Result<EntitlementPage>> => {
    const answer = answerOf(form)
    const reason = answer?.reason ?? reasonOf(form)
    const given = { token: urlParam(context, 'token'), processed, reason, confirm: answer !== null }
    const result = await context.modules.access.setProcessed(given, context.staff)
    if (result.ok) {
      const text = processed ? processMessages.processed : processMessages.unprocessed
      return showEntitlement(context, { feedback: { tone: 'good', text } })
    }
    if (result.reason === 'removal_unconfirmed')
      return showEntitlement(context, { confirmation: removalOf(result.entitlement, reason, null) })
    const status = accessStatus[result.reason]
    const { message } = processRefusals[result.reason]
    if (result.reason === 'entitlement_not_found')
      return showEntitlement(context, { feedback: { tone: 'problem', text: message }, status })
    return answer
      ? showEntitlement(context, { confirmation: removalOf(result.entitlement, reason, message), status })
      : showEntitlement(context, { missingReason: 'set', status })
  }

const reasonOf = ({ fields }: Form): string => (fields.reason ?? '').trim().slice(0, 500)

const removalOf = (entitlement: Entitlement, reason: string, problem: string | null): Confirmation => ({
  title: 'Take out, without a refund?',
  says: describeRemoval(entitlement),
  fields: {},
  intent: 'unprocess',
  button: 'Un-process',
  reason,
  problem,
})

export const process = set(true)
export const unprocess = set(false)

/** Replaces the token. The page's URL contains the old one, so the page is shown for the new token. */
export const rotate = async (context: StaffContext, form: Form) => {
  const given = { token: urlParam(context, 'token'), reason: reasonOf(form) }
  const rotated = await context.modules.access.rotateToken(given, context.staff)
  if (rotated.ok)
    return showEntitlement(
      { ...context, query: { ...context.query, token: rotated.token } },
      { feedback: { tone: 'good', text: processMessages.rotated } },
    )
  const status = accessStatus[rotated.reason]
  if (rotated.reason === 'reason_required') return showEntitlement(context, { missingReason: 'rotate', status })
  const { message } = accessRefusals[rotated.reason]
  return showEntitlement(context, { feedback: { tone: 'problem', text: message }, status })
}

interface Verdict {
  intent: 'link' | 'unlink'
  title: string
  button: string
  preview: 'previewLink' | 'previewUnlink'
  carryOut: 'linkPeople' | 'unlinkPeople'
  done: string
}

/** Links or unlinks the records of one person, after a confirmation. */
const decide = (verdict: Verdict) => async (context: StaffContext, form: Form) => {
  const { modules, staff } = context
  const given = { token: urlParam(context, 'token'), other: form.fields.other ?? '' }
  const answer = answerOf(form)
  const done = answer && (await modules.staff[verdict.carryOut]({ ...given, ...answer }, staff))
  if (done?.ok) return showEntitlement(context, { feedback: { tone: 'good', text: verdict.done } })
  if (done && done.reason !== 'reason_required') return showRefused(context, given.other, done)
  const preview = await modules.staff[verdict.preview](given, staff)
  if (!preview.ok) return showRefused(context, given.other, preview)
  const problem = done && linkRefusals[done.reason].message
  return confirmVerdict(context, verdict, { ...given, ...preview, reason: '', problem })
}

const confirmVerdict = (
  context: StaffContext,
  { intent, title, button }: Verdict,
  {
    other,
    says,
    effectsKey,
    reason,
    problem,
  }: Pick<Confirmation, 'says' | 'effectsKey' | 'reason' | 'problem'> & {
    other: string
  },
) => {
  const fields: Record<string, string> = other ? { other } : {}
  const confirmation: Confirmation = { title, says, effectsKey, fields, intent, button, reason, problem }
  return showEntitlement(context, { confirmation, status: problem ? 422 : 200 })
}

const showRefused = (context: StaffContext, typed: string, { reason }: Refused<LinkReason>) => {
  const status = staffStatus[reason]
  const { message, field }: RefusalText = linkRefusals[reason]
  return field === 'other'
    ? showEntitlement(context, { other: { typed, problem: message }, status })
    : showEntitlement(context, { feedback: { tone: 'problem', text: message }, status })
}

/** Sends the rejected grade again, once the school has fixed its LMS. */
export const retryGrade = async (context: StaffContext) => {
  const token = urlParam(context, 'token')
  const found = await context.modules.access.findForStaff(token, context.staff)
  return redirect(hrefs.token(token, await retryNote(found && context.modules.lti.retryGrades(found, context.staff))))
}

export const link = decide({
  intent: 'link',
  title: 'Link as one person?',
  button: 'Link',
  preview: 'previewLink',
  carryOut: 'linkPeople',
  done: onePersonMessages.linked,
})
export const unlink = decide({
  intent: 'unlink',
  title: 'Unlink these people?',
  button: 'Unlink',
  preview: 'previewUnlink',
  carryOut: 'unlinkPeople',
  done: onePersonMessages.parted,
})
