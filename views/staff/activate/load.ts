import { activationRefusals } from '#src/codes/rules/activate-by-token.ts'
import { staffCodeStatus } from '#src/codes/staff-contract.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { undoneText, undoRefusals } from '#src/core/rules/undo.ts'
import {
  activationMessages,
  type ProductChoice,
  productChoiceOf,
  productChoices,
  productLabel,
} from '#src/courses/rules/activation.ts'
import type { Course } from '#src/courses/rules/course.ts'
import type { ListedCourse } from '#src/courses/rules/course-list.ts'
import type { Modules } from '#src/modules.ts'
import type { ReadinessLine } from '#src/reports/rules/course-readiness.ts'
import type { FeedbackText } from '../../answer.ts'
import { hrefs } from '../../paths.ts'
import { type Form, page, type Result, redirect } from '../../screen.ts'
import { chosenDay } from '../chosen-day.ts'
import { activationList } from '../course/course-list.tsx'
import { loadList, type ShownList } from '../list/staff-list.ts'
import { type Rights, rightsOf, type StaffContext, urlParam } from '../staff-screen.ts'

type View = NonNullable<Awaited<ReturnType<Modules['staff']['viewEntitlement']>>>

export interface ActivatePage {
  token: string
  problem: string | null
  view: View | null
  /** Course of the enrollment whose token was entered; it has its own page. */
  enrollmentCourse: { contextId: string; id: number } | null
  choices: { value: string; label: string }[]
  before: { product: string | null; accessUntil: string }
  typed: ProductChoice | null
  now: Date
  today: string
  people: number
  /** Steps that remain until students can start. */
  readiness: ReadinessLine[]
  history: AuditEntry[]
  coupon: string | null
  /** Null for one course. */
  list: ShownList<ListedCourse> | null
  rights: Rights
  feedback: FeedbackText | null
}

interface Shown {
  feedback?: FeedbackText
  coupon?: string | null
  typed?: ActivatePage['typed']
  status?: number
}

export const showActivate = async (context: StaffContext, shown: Shown = {}): Promise<Result<ActivatePage>> => {
  const { modules, staff, query, site, now } = context
  const token = urlParam(context, 'token')
  const found = token ? await modules.staff.viewEntitlement(token, staff) : null
  const view = found?.entitlement.kind === 'membership' ? found : null
  const enrollmentCourse = found && !view ? { contextId: found.course.contextId, id: found.course.id } : null
  // An enrollment's page links here by path, so redirect. A token typed in the form gets 'Membership not found'.
  if (enrollmentCourse && !query.token) return redirect(hrefs.course(enrollmentCourse.contextId, enrollmentCourse.id))
  const blank = token === '' && query.token !== undefined
  const subject = view && { kind: 'course' as const, id: view.course.id }
  const data: ActivatePage = {
    token,
    problem: blank ? activationMessages.token : token && !view ? activationMessages.membership : null,
    view,
    enrollmentCourse,
    choices: productChoices(await modules.courses.listProducts()).map(p => ({
      value: p.productCode,
      label: productLabel(p),
    })),
    before: choiceOf(view?.course ?? null, site.timezone),
    now,
    today: dayOf(now, site.timezone),
    people: view ? await modules.access.countRunning(view.course.id) : 0,
    readiness: (view && (await modules.reports.checkCourse(view.course.id))) ?? [],
    history: subject ? await modules.staff.listAudit({ subject, changesOnly: true, most: 30 }, staff) : [],
    coupon: shown.coupon ?? null,
    list: token ? null : await loadList(activationList, context),
    typed: shown.typed ?? null,
    rights: rightsOf(staff),
    feedback: shown.feedback ?? null,
  }
  const status = shown.status ?? (blank ? 422 : token && !view ? 404 : 200)
  return page(data, { title: 'Activate 1.3 Course', status })
}

const choiceOf = (
  course: Pick<Course, 'products' | 'accessUntil'> | null,
  timezone: string,
): ActivatePage['before'] => ({
  product: course?.products[0]?.productCode ?? null,
  accessUntil: course?.accessUntil ? dayOf(course.accessUntil, timezone) : '',
})

export const changeProduct = async (context: StaffContext, { fields }: Form): Promise<Result<ActivatePage>> => {
  const { modules, staff, site } = context
  const typed = productChoiceOf(fields)
  const problem = (text: string, status: number) =>
    showActivate(context, { feedback: { tone: 'problem', text }, status, typed })
  const token = fields.token ?? ''
  const course = (await modules.access.findForStaff(token, staff))?.course ?? null
  const { accessUntil: before } = choiceOf(course, site.timezone)
  const given = {
    token,
    productCode: typed.product,
    createCoupon: typed.createCoupon,
    accessUntil: chosenDay(typed.accessUntil, before, course?.accessUntil ?? null, site.timezone),
    seen: Number(fields.seen) || 0,
  }
  const result = await modules.codes.activateByToken(given, staff)
  if (!result.ok) return problem(activationRefusals[result.reason].message, staffCodeStatus[result.reason])
  const { isChanged, couponCode } = result
  if (!isChanged && !couponCode) return problem(activationMessages.nothing, 200)
  const text = isChanged ? activationMessages.changed : activationMessages.testCoupon
  // Nothing else was done that would stay.
  const isDateOnly = isChanged && !couponCode && course?.products[0]?.productCode === typed.product
  const undo = isDateOnly && { undo: { action: hrefs.activateCourse(token), fields: { course: String(course.id) } } }
  return showActivate(context, { coupon: couponCode, feedback: { tone: 'good', text, ...undo } })
}

export const undoActivation = async (context: StaffContext, { fields }: Form): Promise<Result<ActivatePage>> => {
  const undone = await context.modules.courses.undoCourseDates(rowId(fields.course) ?? 0, context.staff)
  return undone.ok
    ? showActivate(context, { feedback: { tone: 'good', text: undoneText } })
    : showActivate(context, { feedback: { tone: 'problem', text: undoRefusals[undone.reason].message }, status: 409 })
}
