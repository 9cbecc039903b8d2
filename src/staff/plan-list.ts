import { calledName, type Entitlement, hasAccess } from '#src/access/rules/entitlement.ts'
import { listEntitlementsByEmail } from '#src/access/store/entitlements.ts'
import { previewMove } from '#src/codes/move-code.ts'
import { codeKey, lookAlikeKey } from '#src/codes/rules/access-code.ts'
import { moveRefusalText } from '#src/codes/rules/move-code.ts'
import { listStaffCoupons } from '#src/codes/store/staff-codes.ts'
import type { Needs } from '#src/context.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { entryTexts, type ListAction, type ListStep } from './rules/paste-list.ts'

interface Entry {
  action: ListAction
  entry: string
  course: string
}

/** Returns the steps for one entry of a list. */
export const planSteps = (app: Needs<'db'>, given: Entry, by: Staff): Promise<ListStep[]> =>
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

const whoOf = (row: Entitlement): string => `${calledName(row)}, ${courseName(row.course)}`

const faultOfLetIn = (row: Entitlement): string | null => {
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
  const key = codeKey(entry)
  const [coupon, ...more] = key ? await listStaffCoupons(app.db, key, lookAlikeKey(key)) : []
  if (!coupon || more.length > 0) return refused(entry, entryTexts.noCode)
  if (coupon.uses.length === 0) return refused(entry, entryTexts.unused)
  const steps = coupon.uses.map(async ({ token, email, course }): Promise<ListStep> => {
    const preview = await previewMove(app, { code: coupon.code, token }, by)
    const says = preview.ok ? preview.says.join(' ') : moveRefusalText(preview).message
    return { entry, token, who: `${email ?? token}, ${course}`, isRefused: !preview.ok, says }
  })
  return Promise.all(steps)
}
