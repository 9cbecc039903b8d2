import type { AuditEntry } from '#src/domain/audit.ts'
import { isIn } from '#src/domain/entitlement.ts'
import { onePersonMessages } from '#src/domain/one-person.ts'
import { adminMessages, describeRemoval, processMessages } from '#src/domain/staff-messages.ts'
import type { Operations } from '#src/operations/index.ts'
import { hrefs } from '../../paths.ts'
import { type Form, page, type Result, redirect } from '../../screen.ts'
import type { Saying } from '../../ui/said.tsx'
import { type Asking, answerOf, answerProblem } from '../confirm.tsx'
import { retry } from '../retried.ts'
import { asked, type Rights, rightsOf, type StaffContext } from '../staff-screen.ts'

export type View = NonNullable<Awaited<ReturnType<Operations['viewEntitlement']>>>

export interface EntitlementPage {
  typed: string
  missing: boolean
  view: View | null
  history: AuditEntry[]
  rights: Rights
  now: Date
  saying: Saying | null
  /** The form whose reason did not suffice. */
  unreasoned: 'set' | 'rotate' | null
  /** What is about to be done, for somebody to say yes to. */
  asking: Asking | null
  /** What was typed for the other row of this person, and what is wrong with it. */
  other: { typed: string; problem: string } | null
}

export const showEntitlement = async (
  context: StaffContext,
  more: Partial<Pick<EntitlementPage, 'saying' | 'unreasoned' | 'asking' | 'other'>> & { status?: number } = {},
): Promise<Result<EntitlementPage>> => {
  const { operations, staff, now } = context
  const typed = asked(context, 'token')
  const view = typed ? await operations.viewEntitlement(typed, staff) : null
  const missing = typed !== '' && !view
  const subject = view && { kind: view.entitlement.kind, id: view.entitlement.id }
  const data: EntitlementPage = {
    typed,
    missing,
    view,
    history: subject ? await operations.listAudit({ subject, changesOnly: true, most: 50 }) : [],
    rights: rightsOf(staff),
    now,
    saying: more.saying ?? null,
    unreasoned: more.unreasoned ?? null,
    asking: more.asking ?? null,
    other: more.other ?? null,
  }
  return page(data, { title: 'Process Enrollment', status: more.status ?? (missing ? 404 : 200) })
}

/** Whom a card let in is asked about first: their money stays with us. */
const askAboutPayer = async (context: StaffContext, form: Form) => {
  const found = await context.operations.findEntitlement(asked(context, 'token'))
  const answer = answerOf(form)
  const problem = answerProblem(answer)
  if (!found || !isIn(found) || found.paid.length === 0 || (answer && !problem)) return null
  const asking: Asking = {
    title: 'Take out, without a refund?',
    says: describeRemoval(found),
    fields: {},
    intent: 'unprocess',
    button: 'Un-process',
    reason: form.fields.reason?.trim() ?? '',
    problem,
  }
  return showEntitlement(context, { asking, status: problem ? 422 : 200 })
}

/** In the page a reason is required; a call may leave it out (rules.md C). */
const set =
  (processed: boolean) =>
  async (context: StaffContext, form: Form): Promise<Result<EntitlementPage>> => {
    const asking = processed ? null : await askAboutPayer(context, form)
    if (asking) return asking
    const reason = form.fields.reason?.trim() ?? ''
    if (reason === '') return showEntitlement(context, { unreasoned: 'set', status: 422 })
    const given = { token: asked(context, 'token'), processed, reason: reason.slice(0, 500) }
    const done = await context.operations.setProcessed(given, context.staff)
    if (!done)
      return showEntitlement(context, { saying: { tone: 'problem', text: adminMessages.notFound }, status: 404 })
    const text = processed ? processMessages.processed : processMessages.unprocessed
    return showEntitlement(context, { saying: { tone: 'good', text } })
  }

export const process = set(true)
export const unprocess = set(false)

/** The address of the page names the row: it leads on to the new token. */
export const rotate = async (context: StaffContext, { fields }: Form) => {
  const reason = fields.reason?.trim() ?? ''
  if (reason === '') return showEntitlement(context, { unreasoned: 'rotate', status: 422 })
  const given = { token: asked(context, 'token'), reason: reason.slice(0, 500) }
  const token = await context.operations.rotateToken(given, context.staff)
  if (!token) return showEntitlement(context, { saying: { tone: 'problem', text: adminMessages.neither }, status: 404 })
  return showEntitlement(
    { ...context, query: { ...context.query, token } },
    { saying: { tone: 'good', text: processMessages.rotated } },
  )
}

interface Verdict {
  intent: 'link' | 'part'
  title: string
  button: string
  preview: 'previewLink' | 'previewPart'
  carryOut: 'linkPeople' | 'partPeople'
  done: string
}

/** That two rows are one person's, or are not: what it will do stands on the page before it is done. */
const say = (verdict: Verdict) => async (context: StaffContext, form: Form) => {
  const { operations, staff } = context
  const given = { token: asked(context, 'token'), other: form.fields.other ?? '' }
  const answer = answerOf(form)
  const problem = answerProblem(answer)
  if (!answer || problem) {
    const preview = await operations[verdict.preview](given, staff)
    if (preview.kind === 'refused') return showRefused(context, given.other, preview)
    return askAbout(context, verdict, { ...given, says: preview.says, reason: answer?.reason ?? '', problem })
  }
  const done = await operations[verdict.carryOut]({ ...given, ...answer }, staff)
  if (done.kind === 'refused') return showRefused(context, given.other, done)
  return showEntitlement(context, { saying: { tone: 'good', text: verdict.done } })
}

const askAbout = (
  context: StaffContext,
  { intent, title, button }: Verdict,
  { other, says, reason, problem }: Pick<Asking, 'says' | 'reason' | 'problem'> & { other: string },
) => {
  const asking: Asking = { title, says, fields: other ? { other } : {}, intent, button, reason, problem }
  return showEntitlement(context, { asking, status: problem ? 422 : 200 })
}

type Refused = Extract<Awaited<ReturnType<Operations['linkPeople']>>, { kind: 'refused' }>

const showRefused = (context: StaffContext, typed: string, { message, status, at }: Refused) =>
  at === 'other'
    ? showEntitlement(context, { other: { typed, problem: message }, status })
    : showEntitlement(context, { saying: { tone: 'problem', text: message }, status })

/** For when the school has mended what its LMS refused. */
export const retryGrade = async (context: StaffContext) => {
  const token = asked(context, 'token')
  const found = await context.operations.findEntitlement(token)
  return redirect(hrefs.token(token, await retry(found && context.operations.retryGrades(found, context.staff))))
}

export const link = say({
  intent: 'link',
  title: 'One person?',
  button: 'One person',
  preview: 'previewLink',
  carryOut: 'linkPeople',
  done: onePersonMessages.linked,
})
export const part = say({
  intent: 'part',
  title: 'Two people?',
  button: 'Two people',
  preview: 'previewPart',
  carryOut: 'partPeople',
  done: onePersonMessages.parted,
})
