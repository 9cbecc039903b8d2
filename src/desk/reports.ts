import { maskedCode } from '#src/access/rules/entitlement.ts'
import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { saveAnswerTimes } from '#src/core/event-counts.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import type { Language } from '#src/core/rules/language.ts'
import { demand, demandAllSchools, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { courseReadiness, type ReadinessLine, type TeacherStep } from './rules/course-reports.ts'
import { addDays, FIGURE_DAYS, mondayOf } from './rules/figures.ts'
import { LAUNCH_DAYS, schoolReadiness } from './rules/school-reports.ts'
import { findReadiness } from './store/course-reports.ts'
import { addToDay, findLastDay, listMeanTimes, listTotals, saveTotals } from './store/daily-totals.ts'
import { findSchoolOverview, findSchoolReadiness, findSeats } from './store/school-reports.ts'
import { teacherReadiness } from './texts/course-reports.ts'

export { countClass } from './store/course-reports.ts'

/** Days that the first count reaches back: two years, so that a year can be compared with the one before. */
const FIRST_COUNT_DAYS = 2 * 366

/** A day is not counted again later, because the launch diary forgets its rows. */
const LAST_RECOUNT_DAYS = 14

/**
 * Counts the days since the last count again, from the Monday of its week. Idempotent. A statement counts one week, since
 * the first count of a large database would reach the statement timeout; one transaction, so that no week is left out.
 */
export const countDays = async (app: Needs<'clock' | 'db' | 'live' | 'timezone'>): Promise<void> => {
  const { db, clock, live, timezone } = app
  const today = dayOf(clock.now(), timezone)
  const last = await findLastDay(db)
  const daysAgo = (days: number) => addDays(today, -days)
  const begin = last === null ? daysAgo(FIRST_COUNT_DAYS) : [last, daysAgo(LAST_RECOUNT_DAYS)].toSorted().at(-1)!
  await inTransaction(db, async tx => {
    for (let from = mondayOf(begin); from <= today; from = addDays(from, 7)) {
      const [until = ''] = [addDays(from, 7), addDays(today, 1)].toSorted()
      await saveTotals(tx, { timezone, from, until, live })
    }
  })
}

type Counting = Needs<'clock' | 'db' | 'timezone'>

const ANSWER_DAYS = 30

/** Adds the answer times of this process to the totals of today. */
export const saveOutsideTimes = ({ db, clock, timezone }: Counting): Promise<void> =>
  saveAnswerTimes(times => addToDay(db, dayOf(clock.now(), timezone), times))

/** Lists how long each outside service took to answer all processes in the last 30 days. */
export const listAnswerTimes = async ({ db, clock, timezone }: Counting, by: Staff) => {
  demand(by, 'manage')
  return listMeanTimes(db, addDays(dayOf(clock.now(), timezone), -ANSWER_DAYS))
}

/** Lists the totals that the figures of Today need, oldest first. */
export const listDailyTotals = async ({ db, clock, timezone }: Counting, by: Staff) => {
  demandAllSchools(by)
  const today = dayOf(clock.now(), timezone)
  return { today, totals: await listTotals(db, addDays(today, -FIGURE_DAYS), today) }
}

/** Counts what a school has. The caller found the school for this staff user. */
export const describeSchool = ({ db, clock }: Needs<'clock' | 'db'>, schoolId: number) =>
  findSchoolOverview(db, schoolId, new Date(clock.now().getTime() - LAUNCH_DAYS * DAY_MS))

/** Lists the steps to set up a school, with their state. The caller found the school for this staff user. */
export const checkSchool = async ({ db, clock, timezone }: Counting, schoolId: number) => {
  const since = new Date(clock.now().getTime() - LAUNCH_DAYS * DAY_MS)
  return schoolReadiness(await findSchoolReadiness(db, schoolId, since), timezone)
}

/** Lists the steps of `checkCourse` in the words of the teacher. */
export const checkCourseForTeacher = async (
  { db, clock, timezone }: Counting,
  courseId: number,
  language: Language,
): Promise<TeacherStep[]> => {
  const now = clock.now()
  const [facts] = await findReadiness(db, courseId, now)
  return facts ? teacherReadiness(facts, { now, timezone, language }) : []
}

/** Lists the seats of a school. Of a code only its end is shown. */
export const describeSeats = async ({ db, clock, timezone }: Counting, schoolId: number) => {
  const report = await findSeats(db, schoolId, { now: clock.now(), timezone })
  return { ...report, free: report.free.map(f => ({ ...f, code: maskedCode(f.code) })) }
}

/** Lists the steps to prepare a course, with their state. The caller found the course for this staff user. */
export const checkCourse = async ({ db, clock, timezone }: Counting, courseId: number): Promise<ReadinessLine[]> => {
  const now = clock.now()
  const [facts] = await findReadiness(db, courseId, now)
  return facts ? courseReadiness(facts, now, timezone) : []
}
