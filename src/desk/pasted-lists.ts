import { moveCode, previewMove } from '#src/access/code-moves.ts'
import { listStaffCoupons } from '#src/access/codes.ts'
import { listEntitlementsByEmail } from '#src/access/entitlements.ts'
import { setProcessed } from '#src/access/people.ts'
import { calledName, type Entitlement, hasAccess } from '#src/access/rules/entitlement.ts'
import { moveRefusalText } from '#src/access/texts/access-refusals.ts'
import type { App, Needs } from '#src/context.ts'
import { recordView } from '#src/core/audit/audit.ts'
import type { Refused } from '#src/core/rules/outcome.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { type Confirmation, carryOutSteps, previewOf, type StepsDone, type StepsPreview } from './confirmed-steps.ts'
import { entryTexts, type ListAction, type ListStep, type PasteListReason, parseList } from './rules/lists.ts'

interface Entry {
  action: ListAction
  entry: string
  course: string
}

/** Returns the steps for one entry of a list. */
const planSteps = (app: Needs<'db'>, given: Entry, by: Staff): Promise<ListStep[]> =>
  given.action === 'release' ? planRelease(app, given.entry, by) : planAccess(app, given)

const refused = (entry: string, says: string): ListStep[] => [{ entry, token: '', who: '', isRefused: true, says }]

const planAccess = async ({ db }: Needs<'db'>, { action, entry, course }: Entry): Promise<ListStep[]> => {
  const email = cleanEmail(entry)
  if (!email) return refused(entry, entryTexts.notEmail)
  const all = await listEntitlementsByEmail(db, email)
  const rows = course ? all.filter(row => row.course.contextId === course) : all
  if (rows.length === 0) return refused(entry, course ? entryTexts.noRowInCourse : entryTexts.noRow)
  return rows.map(row => {
    const fault = action === 'let-in' ? faultOfLetIn(row) : faultOfTakeOut(row)
    const says = fault ?? (action === 'let-in' ? entryTexts.letIn : entryTexts.takeOut)
    return { entry, token: row.token, who: whoOf(row), isRefused: fault !== null, says }
  })
}

export const whoOf = (row: Entitlement): string => `${calledName(row)}, ${courseName(row.course)}`

export const faultOfLetIn = (row: Entitlement): string | null => {
  if (row.role !== 'learner') return entryTexts.teaches
  if (hasAccess(row)) return entryTexts.isIn
  return row.course.products.length === 0 ? entryTexts.noProduct : null
}

/** A person who paid by card gets no refund by this, so staff take them out one by one. */
const faultOfTakeOut = (row: Entitlement): string | null => {
  if (!hasAccess(row)) return entryTexts.isOut
  return row.paid.length > 0 ? entryTexts.paid : null
}

const planRelease = async (app: Needs<'db'>, entry: string, by: Staff): Promise<ListStep[]> => {
  const [coupon, ...more] = await listStaffCoupons(app.db, entry)
  if (!coupon || more.length > 0) return refused(entry, entryTexts.noCode)
  if (coupon.uses.length === 0) return refused(entry, entryTexts.unused)
  const steps = coupon.uses.map(async ({ token, email, course }): Promise<ListStep> => {
    const preview = await previewMove(app, { code: coupon.code, token }, by)
    const says = preview.ok ? preview.says.join(' ') : moveRefusalText(preview).message
    return { entry, token, who: `${email ?? token}, ${course}`, isRefused: !preview.ok, says }
  })
  return Promise.all(steps)
}

interface ActOnList {
  action: ListAction
  /** The pasted text. */
  list: string
  /** Limits people to a course with this context id. Empty: all courses. */
  course: string
}

type ListPreview = StepsPreview | Refused<'list_empty' | 'list_too_long'>

/**
 * Lists what an action would do with each entry of a pasted list, and why it would refuse. Changes nothing. Recorded as
 * one view of a list.
 */
export const previewList = async (
  app: Needs<'clock' | 'db'>,
  { action, list, course }: ActOnList,
  by: Staff,
): Promise<ListPreview> => {
  demand(by, 'change')
  const parsed = parseList(list)
  if (!parsed.ok) return parsed
  const steps: ListStep[] = []
  for (const entry of parsed.entries) steps.push(...(await planSteps(app, { action, entry, course }, by)))
  await recordView(app.db, by, { kind: 'list', key: 'paste_list' }, app.clock.now())
  return previewOf([action, course], steps)
}

/**
 * Does what the preview said. Refuses everything if the effects differ from those that staff confirmed. Doing it twice is
 * safe: what is done already is refused.
 */
export const actOnList = async (
  app: App,
  given: ActOnList & Confirmation,
  by: Staff,
): Promise<StepsDone | Refused<PasteListReason>> => {
  const preview = await previewList(app, given, by)
  return preview.ok ? carryOutSteps(preview, given, step => carryOut(app, step, given, by)) : preview
}

const carryOut = (
  app: App,
  { token, entry }: ListStep,
  { action, reason }: { action: ListAction; reason: string },
  by: Staff,
): Promise<{ ok: boolean }> =>
  action === 'release'
    ? moveCode(app, { code: entry, token, reason }, by)
    : setProcessed(app, { token, processed: action === 'let-in', reason }, by)
