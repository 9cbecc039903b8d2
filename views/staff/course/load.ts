import type { AuditEntry } from '#src/core/rules/audit.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { isLimited } from '#src/core/rules/staff.ts'
import { undoneText, undoRefusals } from '#src/core/rules/undo.ts'
import { courseStatus } from '#src/courses/contract.ts'
import {
  activationMessages,
  type CourseSettings,
  canUndo,
  courseRefusals,
  keepUntouchedMethods,
  productChoices,
  productLabel,
  type StaffCourse,
  settingsChanged,
  settingsOf,
} from '#src/courses/rules/activation.ts'
import { isExpired } from '#src/courses/rules/course.ts'
import type { ListedCourse } from '#src/courses/rules/course-list.ts'
import type { Product } from '#src/courses/rules/product.ts'
import type { WaitingCourse } from '#src/courses/rules/waiting-courses.ts'
import type { ReadinessLine } from '#src/reports/rules/course-readiness.ts'
import type { WaitingCounts } from '#src/staff/rules/waiting-work.ts'
import type { FeedbackText } from '../../answer.ts'
import { hrefs } from '../../paths.ts'
import { type Form, page, type Result } from '../../screen.ts'
import { blankLookup } from '../blank-lookup.ts'
import { chosenDay } from '../chosen-day.ts'
import { isListAsked, loadList, type ShownList } from '../list/staff-list.ts'
import { type Rights, rightsOf, type StaffContext, urlParam } from '../staff-screen.ts'
import type { CourseFormProps } from './course-form.island.tsx'
import { courseList } from './course-list.tsx'

export interface CoursePage {
  typed: string
  problem: string | null
  /** Courses of several schools that share this context ID, to choose from. */
  several: StaffCourse[]
  course: StaffCourse | null
  signUpEnded: boolean
  now: Date
  form: CourseFormProps | null
  /** Steps that remain until students can start. */
  readiness: ReadinessLine[]
  history: AuditEntry[]
  /** Null for one course, for a role for some schools, and if the address asks for a part of the list. */
  waiting: WaitingCourse[] | null
  choices: Product[]
  /** Null for one course. */
  list: ShownList<ListedCourse> | null
  /** Number of courses that wait for staff; null for a role for some schools, and for one course. */
  waitingCounts: WaitingCounts | null
  rights: Rights
  feedback: FeedbackText | null
}

interface Shown {
  typed?: CourseSettings | undefined
  feedback?: FeedbackText | undefined
  status?: number
  askConfirm?: boolean
}

/** Waiting courses above the list; their own page has more. */
const MOST_WAITING = 50

export const showCourse = async (context: StaffContext, shown: Shown = {}): Promise<Result<CoursePage>> => {
  const { modules, staff, query } = context
  const typed = urlParam(context, 'context_id')
  const found = typed ? await modules.courses.findLtiCourses(typed, staff) : []
  const chosen = query.id ? found.filter(c => String(c.id) === query.id) : found
  const course = chosen.length === 1 ? chosen[0]! : null
  const history = course
    ? await modules.staff.listAudit({ subject: { kind: 'course', id: course.id }, changesOnly: true, most: 30 }, staff)
    : []
  const missing = typed !== '' && found.length === 0
  const blank = blankLookup(context, 'context_id')
  const showsWaiting = !typed && !isLimited(staff) && !isListAsked(courseList, context)
  const data: CoursePage = {
    typed,
    problem: missing ? courseRefusals.course_not_found.message : blank,
    several: course ? [] : found,
    course,
    now: context.now,
    signUpEnded: course !== null && isExpired(course, context.now),
    form: course && (await formOf(context, course, history, shown)),
    readiness: (course && (await modules.reports.checkCourse(course.id))) ?? [],
    history,
    waiting: showsWaiting ? await modules.courses.listWaitingCourses(MOST_WAITING) : null,
    choices: showsWaiting ? productChoices(await modules.courses.listProducts()) : [],
    list: typed ? null : await loadList(courseList, context),
    waitingCounts: typed ? null : await context.countWaiting(),
    rights: rightsOf(staff),
    feedback: shown.feedback ?? null,
  }
  return page(data, { title: 'Activate 1.1 Course', status: shown.status ?? (missing ? 404 : blank ? 422 : 200) })
}

const formOf = async (
  { modules, site, now, staff }: StaffContext,
  course: StaffCourse,
  history: AuditEntry[],
  { typed, askConfirm = false }: Shown,
): Promise<CourseFormProps> => {
  const before = settingsOfCourse(course, site.timezone)
  const free = course.products.filter(p => p.isFree)
  const choices = [...productChoices(await modules.courses.listProducts()), ...free]
  return {
    courseId: course.id,
    contextId: course.contextId,
    school: course.school.name,
    seen: history[0]?.id ?? 0,
    choices: choices.map(p => ({ id: p.id, label: productLabel(p) })),
    before,
    typed: typed ?? before,
    today: dayOf(now, site.timezone),
    people: await modules.access.countRunning(course.id),
    askConfirm,
    canChangeSchool: rightsOf(staff).manage,
  }
}

const settingsOfCourse = (course: StaffCourse, timezone: string): CourseSettings => ({
  productIds: course.products.map(p => p.id),
  allowsWts: course.allowsWts,
  acceptsPayment: course.school.acceptsPayment,
  acceptsAccessCode: course.school.acceptsAccessCode,
  expires: course.expiresAt ? dayOf(course.expiresAt, timezone) : '',
  accessUntil: course.accessUntil ? dayOf(course.accessUntil, timezone) : '',
})

export const changeCourse = async (context: StaffContext, { fields, all }: Form): Promise<Result<CoursePage>> => {
  const { modules, site, staff } = context
  const posted = settingsOf(all)
  const contextId = urlParam(context, 'context_id')
  const courseId = Number(fields.lti_course_id)
  const course = (await modules.courses.findLtiCourses(contextId, staff)).find(c => c.id === courseId)
  const before = course && settingsOfCourse(course, site.timezone)
  const shown = {
    acceptsPayment: Boolean(all.shown_accepts_payment),
    acceptsAccessCode: Boolean(all.shown_accepts_access_code),
  }
  const typed = before ? keepUntouchedMethods(posted, { shown, now: before }) : posted
  const again = (text: string, status: number, more: Shown = {}) =>
    showCourse(context, { typed, feedback: { tone: 'problem', text }, status, ...more })
  if (!course || !before) return again(courseRefusals.course_not_found.message, 404)
  if (!settingsChanged(before, typed)) return again(activationMessages.nothing, 200)
  const result = await modules.courses.activateLtiCourse({
    contextId,
    courseId,
    productIds: typed.productIds,
    allowsWts: typed.allowsWts,
    acceptsPayment: typed.acceptsPayment === before.acceptsPayment ? undefined : typed.acceptsPayment,
    acceptsAccessCode: typed.acceptsAccessCode === before.acceptsAccessCode ? undefined : typed.acceptsAccessCode,
    expiresAt: chosenDay(typed.expires, before.expires, course.expiresAt, site.timezone),
    accessUntil: chosenDay(typed.accessUntil, before.accessUntil, course.accessUntil, site.timezone),
    confirm: fields.confirm === 'yes',
    seen: Number(fields.seen) || 0,
    by: staff,
  })
  if (!result.ok) {
    const { reason } = result
    return again(courseRefusals[reason].message, courseStatus[reason], {
      askConfirm: reason === 'products_unconfirmed',
    })
  }
  const undo = canUndo(before, typed) && {
    undo: { action: hrefs.course(contextId, courseId), fields: { course: String(courseId) } },
  }
  return showCourse(context, { feedback: { tone: 'good', text: activationMessages.changed, ...undo } })
}

export const undoCourse = async (context: StaffContext, { fields }: Form): Promise<Result<CoursePage>> => {
  const undone = await context.modules.courses.undoCourseDates(rowId(fields.course) ?? 0, context.staff)
  return undone.ok
    ? showCourse(context, { feedback: { tone: 'good', text: undoneText } })
    : showCourse(context, { feedback: { tone: 'problem', text: undoRefusals[undone.reason].message }, status: 409 })
}
