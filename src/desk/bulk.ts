import { changeOpenCodes, listStaffCoupons } from '#src/access/codes.ts'
import { moveToCourse, previewCourseMove } from '#src/access/course-moves.ts'
import { countPeopleIn, setProcessed } from '#src/access/people.ts'
import { courseMoveRefusalText } from '#src/access/rules/course-moves.ts'
import { findForStaff } from '#src/access/tokens.ts'
import type { App } from '#src/context.ts'
import { endOfDay, readDay, shortDate } from '#src/core/rules/business-day.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { rowId } from '#src/core/rules/rows.ts'
import { NotYourRole, type Staff } from '#src/core/rules/staff.ts'
import { setCourseDates } from '#src/courses/activation.ts'
import { findCourseById } from '#src/courses/courses.ts'
import { findProduct } from '#src/courses/products.ts'
import type { StaffCourse } from '#src/courses/rules/activation.ts'
import { courseName } from '#src/courses/rules/course.ts'
import {
  type CourseChoices,
  changedChoices,
  choicesToJson,
  pastDay,
  pastRefusals,
  settingsOn,
} from '#src/courses/rules/course-settings.ts'
import { activateWaitingCourses } from '#src/courses/waiting-courses.ts'
import { type Confirmation, carryOutSteps, previewOf, type StepsDone, type StepsPreview } from './confirmed-steps.ts'
import { listFailedJobs, retryJob } from './failed-jobs.ts'
import { faultOfLetIn, whoOf } from './pasted-lists.ts'
import { jobTitle } from './rules/failed-jobs.ts'
import {
  type BulkAction,
  type BulkReason,
  bulkActionsOf,
  entryTexts,
  type ListStep,
  MAX_ENTRIES,
} from './rules/lists.ts'

/** Form fields of all actions. Each action reads only its own. */
interface Typed {
  access_until?: string
  sign_up_until?: string
  product?: string
  other_course?: string
  good_until?: string
}

interface Planned {
  /** Says what would happen with one row. */
  plan(key: string): Promise<ListStep>
  carryOut(step: ListStep, reason: string): Promise<{ ok: boolean }>
}

const step = (entry: string, who: string, says: string, more: Partial<ListStep> = {}): ListStep => ({
  ...{ entry, who, says, token: '', isRefused: false },
  ...more,
})
const refused = (entry: string, who: string, says: string, token = '') =>
  step(entry, who, says, { isRefused: true, token })
const gone = (entry: string) => refused(entry, '', entryTexts.gone)

const setDates = (app: App, typed: Typed, by: Staff): Planned | Refused<BulkReason> => {
  const days = { accessUntil: readDay(typed.access_until ?? ''), expiresAt: readDay(typed.sign_up_until ?? '') }
  const read = Object.entries(days)
  if (read.some(([, day]) => day === undefined)) return refuse('invalid_date')
  const asked: Partial<CourseChoices> = Object.fromEntries(
    read.flatMap(([name, day]) => (day ? [[name, endOfDay(day, app.timezone)]] : [])),
  )
  if (Object.keys(asked).length === 0) return refuse('date_required')
  /** The dates that the page of the course has. */
  const choicesOf = ({ version }: StaffCourse): Partial<CourseChoices> =>
    Object.fromEntries(Object.entries(asked).filter(([name]) => settingsOn(version).some(s => s.name === name)))
  const shown = (at: unknown) => (typeof at === 'string' ? shortDate(new Date(at), app.timezone) : 'none')
  return {
    plan: async key => {
      const course = await findCourseById(app, rowId(key) ?? 0, by)
      if (!course) return gone(key)
      const who = whoOfCourse(course)
      const choices = choicesOf(course)
      if (Object.keys(choices).length === 0) return refused(key, who, entryTexts.noSignUpDate)
      const past = pastDay(course, choices, { now: app.clock.now(), timezone: app.timezone })
      if (past) return refused(key, who, pastRefusals[past].message)
      const changed = settingsOn(course.version).filter(({ name }) => name in changedChoices(course, choices))
      if (changed.length === 0) return refused(key, who, entryTexts.sameDates)
      const [before, after] = [choicesToJson(course, 'field'), choicesToJson({ ...course, ...choices }, 'field')]
      const people = await countPeopleIn(app, course.id)
      const says = changed.map(({ label, field, hint }) => {
        const name = field as keyof typeof before
        return `${label}: ${shown(before[name])} → ${shown(after[name])}.${field === 'access_until' && hint ? ` ${entryTexts.moves(people)}` : ''}`
      })
      return step(key, who, says.join(' '))
    },
    carryOut: async ({ entry }, reason) => {
      const course = await findCourseById(app, rowId(entry) ?? 0, by)
      if (!course) return { ok: false }
      return setCourseDates(app, { courseId: course.id, choices: choicesOf(course), reason }, by)
    },
  }
}

const whoOfCourse = (course: StaffCourse): string =>
  `${courseName(course, course.contextId)} (${course.contextId}), ${course.school.name}`

const activate = async (app: App, typed: Typed, by: Staff): Promise<Planned | Refused<BulkReason>> => {
  const product = typed.product ? await findProduct(app.db, typed.product) : null
  if (!product) return refuse('product_required')
  return {
    plan: async key => {
      const course = await findCourseById(app, rowId(key) ?? 0, by)
      if (!course) return gone(key)
      const codes = course.products.map(p => p.productCode)
      return codes.length > 0
        ? refused(key, whoOfCourse(course), entryTexts.isActive(codes))
        : step(key, whoOfCourse(course), entryTexts.activate(product.name))
    },
    carryOut: async ({ entry }) => {
      const done = await activateWaitingCourses(app, [{ courseId: Number(entry), productIds: [product.id] }], by)
      return { ok: done.ok && done.activated.length > 0 }
    },
  }
}

const letIn = (app: App, by: Staff): Planned => ({
  plan: async token => {
    const row = await findForStaff(app, token, by)
    if (!row) return gone(token)
    const fault = faultOfLetIn(row)
    return step(token, whoOf(row), fault ?? entryTexts.letIn, { token, isRefused: fault !== null })
  },
  carryOut: ({ token }, reason) => setProcessed(app, { token, processed: true, reason }, by),
})

const move = (app: App, { other_course: course = '' }: Typed, by: Staff): Planned | Refused<BulkReason> => {
  if (course.trim() === '') return refuse('course_required')
  return {
    plan: async token => {
      const row = await findForStaff(app, token, by)
      if (!row) return gone(token)
      const decided = await previewCourseMove(app, row, course)
      return decided.ok
        ? step(token, whoOf(row), decided.says, { token })
        : refused(token, whoOf(row), courseMoveRefusalText(decided), token)
    },
    carryOut: ({ token }, reason) => moveToCourse(app, { token, course, reason }, by),
  }
}

const changeCodes = (app: App, action: 'void' | 'extend', typed: Typed, by: Staff): Planned | Refused<BulkReason> => {
  const day = readDay(typed.good_until ?? '')
  if (action === 'extend' && !day) return refuse(day === null ? 'date_required' : 'invalid_date')
  const ends = day ? endOfDay(day, app.timezone) : null
  const change =
    action === 'void' ? ({ do: 'void' } as const) : ({ do: 'extend', expires: typed.good_until ?? '' } as const)
  const find = async (code: string) => (await listStaffCoupons(app.db, code)).find(c => c.code === code)
  const shown = (at: Date | null) => (at ? shortDate(at, app.timezone) : 'no end date')
  return {
    plan: async code => {
      const coupon = await find(code)
      if (!coupon) return gone(code)
      const who = `${code} (${coupon.product.productCode})`
      if (coupon.voidedAt) return refused(code, who, entryTexts.isVoid)
      const left = coupon.maxUsage - coupon.used
      if (left === 0) return refused(code, who, entryTexts.usedUp)
      if (!ends) return step(code, who, entryTexts.voidCode(left))
      if (ends <= app.clock.now()) return refused(code, who, entryTexts.past)
      if (ends.getTime() === coupon.expiresAt?.getTime()) return refused(code, who, entryTexts.sameDates)
      return step(code, who, `Good until ${shown(coupon.expiresAt)} → ${shown(ends)}.`)
    },
    carryOut: async ({ entry }, reason) => {
      const coupon = await find(entry)
      const done = coupon && (await changeOpenCodes(app, { which: { id: coupon.id }, change, reason }, by))
      return { ok: Boolean(done?.ok && done.codes > 0) }
    },
  }
}

const retry = async (app: App, by: Staff): Promise<Planned> => {
  const jobs = await listFailedJobs(app.db)
  return {
    plan: async id => {
      const job = jobs.find(j => j.id === id)
      return job
        ? step(id, [jobTitle(job), job.about?.name].filter(Boolean).join(', '), entryTexts.retry)
        : refused(id, '', entryTexts.noJob)
    },
    carryOut: ({ entry }) => retryJob(app, entry, by),
  }
}

const planned = (app: App, action: BulkAction, typed: Typed, by: Staff) => {
  switch (action) {
    case 'dates':
      return setDates(app, typed, by)
    case 'activate':
      return activate(app, typed, by)
    case 'let-in':
      return letIn(app, by)
    case 'move':
      return move(app, typed, by)
    case 'retry':
      return retry(app, by)
    default:
      return changeCodes(app, action, typed, by)
  }
}

interface ActOnRows {
  action: BulkAction
  /** Keys of the rows: ids of courses and jobs, tokens of people, codes. */
  rows: string[]
  typed: Typed
}

const plan = async (app: App, { action, rows, typed }: ActOnRows, by: Staff) => {
  if (bulkActionsOf(by, [action]).length === 0) throw new NotYourRole()
  const keys = [...new Set(rows.filter(Boolean))]
  if (keys.length === 0) return refuse('no_rows')
  if (keys.length > MAX_ENTRIES) return refuse('list_too_long')
  const doing = await planned(app, action, typed, by)
  if ('ok' in doing) return doing
  const steps: ListStep[] = []
  for (const key of keys) steps.push(await doing.plan(key))
  return { ...previewOf([action, typed], steps), doing }
}

/** Says what an action would do with each ticked row, and why it would refuse. Changes nothing. */
export const previewRows = (app: App, given: ActOnRows, by: Staff): Promise<StepsPreview | Refused<BulkReason>> =>
  plan(app, given, by)

/** Does what the preview said, each row in a transaction of its own. Doing it twice is safe. */
export const actOnRows = async (
  app: App,
  given: ActOnRows & Confirmation,
  by: Staff,
): Promise<StepsDone | Refused<BulkReason>> => {
  const preview = await plan(app, given, by)
  return preview.ok ? carryOutSteps(preview, given, step => preview.doing.carryOut(step, given.reason)) : preview
}
