import type { School } from '#src/schools/rules/school.ts'
import type { CourseChoices } from './course-settings.ts'
import type { Product } from './product.ts'

export interface Course extends CourseChoices {
  id: number
  contextId: string
  title: string | null
  label: string | null
  canvasCourseId: string | null
  canvasDomain: string | null
  workflowState: string
  /** Origins of the LMS pages that frame us, signed by the LMS. */
  lmsOrigins: string[]
  /** Origins of the LMS pages that teachers launched from, by headers that nothing signs. */
  seenOrigins: string[]
  /** Address of the course in its LMS, if a launch sent it. */
  lmsCourseUrl: string | null
  /** The LMS's end of the course, its term or section. */
  termEndsAt: Date | null
  /** Staff have to decide whether its connection replaces an earlier one of the same LMS. Until then nobody pays. */
  isMoving: boolean
  products: Product[]
}

/** Returns the display name of a course: `nameless`, in the language of the reader, if the LMS sends no title. */
export const courseName = (course: Pick<Course, 'title' | 'label'>, nameless = 'Your course'): string =>
  course.title ?? course.label ?? nameless

/** Dates of a course that decide when sign-up ends. */
export type SignUpDates = Pick<Course, 'expiresAt' | 'accessUntil' | 'termEndsAt'>

/** Returns when sign-up ends: staff's date for it, else the end of the course, else null for never. */
export const signUpEnd = ({ expiresAt, accessUntil, termEndsAt }: SignUpDates): Date | null =>
  expiresAt ?? accessUntil ?? termEndsAt

export const isExpired = (course: SignUpDates, now: Date): boolean => {
  const end = signUpEnd(course)
  return end !== null && end.getTime() < now.getTime()
}

type AccessMethod = 'code' | 'card'

type CourseGateReason = 'school_moving' | 'course_not_activated' | 'sign_up_ended'
/** These, or reasons that the school does not accept a code or a card. */
export type GateReason = CourseGateReason | 'codes_not_accepted' | 'cards_not_accepted'

/** Returns why no one can enter now, however they pay; null if they can. Who was in may start a new period after sign-up. */
export const courseGate = (
  course: SignUpDates & Pick<Course, 'isMoving'> & { products: unknown[] },
  now: Date,
  wasIn = false,
): CourseGateReason | null => {
  if (course.isMoving) return 'school_moving'
  if (course.products.length === 0) return 'course_not_activated'
  return isExpired(course, now) && !wasIn ? 'sign_up_ended' : null
}

/** Applies courseGate, then checks that the school accepts the method. */
export const accessMethodGate = (
  course: Course,
  school: School,
  means: AccessMethod,
  now: Date,
  wasIn = false,
): GateReason | null => {
  const closed = courseGate(course, now, wasIn)
  if (closed) return closed
  if (means === 'code' && !school.acceptsAccessCode) return 'codes_not_accepted'
  return means === 'card' && !school.acceptsPayment ? 'cards_not_accepted' : null
}

/** Returns the address of the course in its LMS, from stored facts and never from a query; null if unknown. */
export const courseUrl = (
  course: Pick<Course, 'canvasDomain' | 'canvasCourseId'> & Partial<Pick<Course, 'lmsCourseUrl'>>,
): string | null =>
  course.canvasDomain && course.canvasCourseId
    ? `https://${course.canvasDomain}/courses/${encodeURIComponent(course.canvasCourseId)}`
    : (course.lmsCourseUrl ?? null)

/** Lists the LMS origins of a course that the LMS signed, with its Canvas host. */
const signedOrigins = (course: Pick<Course, 'lmsOrigins' | 'canvasDomain'>): string[] =>
  course.canvasDomain ? [...course.lmsOrigins, `https://${course.canvasDomain}`] : course.lmsOrigins

/** Lists the origins that may frame a course: signed ones, or else those that launched it. `ownOrigin`: one person's. */
export const framers = (
  course: Pick<Course, 'lmsOrigins' | 'canvasDomain' | 'seenOrigins'>,
  ownOrigin: string | null,
): string[] => {
  const signed = signedOrigins(course)
  return signed.length > 0 ? signed : [...new Set([ownOrigin ?? [], course.seenOrigins].flat())]
}

/** Returns the LMS front page to go back to without the course's own address; null unless there is exactly one. */
export const lmsUrl = (course: Pick<Course, 'lmsOrigins' | 'canvasDomain'>): string | null => {
  const [origin = '', ...others] = new Set(signedOrigins(course))
  return origin.startsWith('https://') && others.length === 0 ? origin : null
}

/** Returns what the code-or-card step asks for, or null if the course is free. */
export const asksFor = (course: Course, school: School): 'code_or_card' | 'code' | 'card' | null => {
  if (requiredProducts(course).length === 0) return null
  if (school.acceptsAccessCode && school.acceptsPayment) return 'code_or_card'
  return school.acceptsAccessCode ? 'code' : 'card'
}

/** Lists the products that a person must cover by code or card. Their number is M in 'N of M codes validated'. */
export const requiredProducts = (course: Course): Product[] => course.products.filter(p => !p.isFree)

/** End of access to a course: which date applies, and what happens when it changes (docs/rules/access.md). */

type CourseDates = Pick<Course, 'accessUntil' | 'termEndsAt'>
type Period = Pick<School, 'yearlyAccess'>

export const accessEndReasons = ['course_date', 'lms_date', 'one_year', 'six_months'] as const
export type AccessEndReason = (typeof accessEndReasons)[number]

export interface AccessEnd {
  at: Date
  because: AccessEndReason
}

const LICENSE_MONTHS = 6
const YEAR_MONTHS = 12

/** Returns when access that begins at `since` ends, and why. The date is always after `since`. */
export const accessEnd = (course: CourseDates, school: Period, since: Date): AccessEnd => {
  const end = endOfCourse(course, since)
  if (!school.yearlyAccess) return end ?? { at: monthsAfter(since, LICENSE_MONTHS), because: 'six_months' }
  const year: AccessEnd = { at: monthsAfter(since, YEAR_MONTHS), because: 'one_year' }
  return end && end.at > year.at ? end : year
}

/** Returns the date set by staff, else the LMS's date. A date that has passed does not count. */
const endOfCourse = ({ accessUntil, termEndsAt }: CourseDates, since: Date): AccessEnd | null => {
  if (accessUntil && accessUntil > since) return { at: accessUntil, because: 'course_date' }
  return termEndsAt && termEndsAt > since ? { at: termEndsAt, because: 'lms_date' } : null
}

const monthsAfter = (since: Date, months: number): Date => {
  const end = new Date(since)
  end.setUTCMonth(end.getUTCMonth() + months)
  // August 31 plus six months is the last day of February, not March 3.
  if (end.getUTCDate() !== since.getUTCDate()) end.setUTCDate(0)
  return end
}

/** Access of one person in a course whose dates changed. */
interface RunningAccess {
  since: Date
  endsAt: Date
  /** Access comes from another row of the same person, and ends with it unless staff set a date here. */
  isMigrated: boolean
}

/**
 * Returns the new end of access that is already running after the dates of its course or school changed; null if it
 * stays. A date set by staff also shortens access. A date of the LMS only extends it, because an LMS may send a date
 * per section, or a wrong one. Nobody loses access at once: a new end that has passed changes nothing.
 */
export const movedAccessEnd = (
  { since, endsAt, isMigrated }: RunningAccess,
  { course, school, mayShorten, now }: { course: CourseDates; school: Period; mayShorten: boolean; now: Date },
): Date | null => {
  const { at, because } = accessEnd(course, school, since)
  if (isMigrated && because !== 'course_date') return null
  if (at.getTime() === endsAt.getTime() || at <= now || endsAt <= now) return null
  return at > endsAt || mayShorten ? at : null
}

const REASONS: Record<AccessEndReason, string> = {
  course_date: 'the date set on this course',
  lms_date: "the course's end in the LMS",
  one_year: 'one year, as this school has yearly access',
  six_months: 'six months, as no end date is known',
}

/** Describes the end of access for a student who gets access now, for staff: 'May 22, 2027: one year, …'. */
export const describeAccessEnd = ({ at, because }: AccessEnd, date: (instant: Date) => string): string =>
  `${date(at)}: ${REASONS[because]}`

/** Facts of a course that decide if students can enter it. */
export interface TeachersCourse extends SignUpDates, Pick<Course, 'contextId' | 'isMoving'> {
  products: Pick<Product, 'isFree'>[]
}
