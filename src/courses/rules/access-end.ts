import type { School } from '#src/schools/rules/school.ts'
import type { Course } from './course.ts'

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
