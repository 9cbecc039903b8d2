import { maskedCode } from '#src/access/rules/masked-code.ts'
import type { Needs } from '#src/context.ts'
import { saveAnswerTimes } from '#src/core/outbound/outside-calls.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import { demand, demandAllSchools, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import type { ClassCounts } from './rules/class-steps.ts'
import { courseReadiness, type ReadinessLine } from './rules/course-readiness.ts'
import { addDays, type DailyTotal, type Measure } from './rules/daily-totals.ts'
import { LAUNCH_DAYS, type SchoolOverview } from './rules/school-overview.ts'
import { type SchoolReadiness, schoolReadiness } from './rules/school-readiness.ts'
import type { SeatReport } from './rules/seats.ts'
import { type TeacherStep, teacherReadiness } from './rules/teacher-readiness.ts'
import { addToDay, listMeanTimes, type MeanAnswerTimes } from './store/answer-times.ts'
import { countClass } from './store/class-steps.ts'
import { findReadiness } from './store/course-readiness.ts'
import { listTotals } from './store/daily-totals.ts'
import { findSchoolOverview } from './store/school-overview.ts'
import { findSchoolReadiness } from './store/school-readiness.ts'
import { findSeats } from './store/seats.ts'

const ANSWER_DAYS = 30

/** Adds the answer times of this process to the totals of today. */
export const saveOutsideTimes = ({ db, clock, timezone }: Needs<'clock' | 'db' | 'timezone'>): Promise<void> =>
  saveAnswerTimes(times => addToDay(db, dayOf(clock.now(), timezone), times))

/** Lists how long each outside service took to answer all processes in the last 30 days. */
export const listAnswerTimes = async (
  { db, clock, timezone }: Needs<'clock' | 'db' | 'timezone'>,
  by: Staff,
): Promise<MeanAnswerTimes[]> => {
  demand(by, 'manage')
  return listMeanTimes(db, addDays(dayOf(clock.now(), timezone), -ANSWER_DAYS))
}

/** Lists the totals of the last `days` days and of today. */
export const listDailyTotals = async (
  { db, clock, timezone }: Needs<'clock' | 'db' | 'timezone'>,
  measures: Measure[],
  days: number,
  by: Staff,
): Promise<{ today: string; totals: DailyTotal[] }> => {
  demandAllSchools(by)
  const today = dayOf(clock.now(), timezone)
  return { today, totals: await listTotals(db, measures, addDays(today, -days), today) }
}

/** Counts what a school has. The caller found the school for this staff user. */
export const describeSchool = ({ db, clock }: Needs<'clock' | 'db'>, schoolId: number): Promise<SchoolOverview> =>
  findSchoolOverview(db, schoolId, new Date(clock.now().getTime() - LAUNCH_DAYS * DAY_MS))

/** Lists the steps to set up a school, with their state. The caller found the school for this staff user. */
export const checkSchool = async (
  { db, clock, timezone }: Needs<'clock' | 'db' | 'timezone'>,
  schoolId: number,
): Promise<SchoolReadiness> => {
  const since = new Date(clock.now().getTime() - LAUNCH_DAYS * DAY_MS)
  return schoolReadiness(await findSchoolReadiness(db, schoolId, since), timezone)
}

/** Lists the steps of `checkCourse` in the words of the teacher. */
export const checkCourseForTeacher = async (
  { db, clock, timezone }: Needs<'clock' | 'db' | 'timezone'>,
  courseId: number,
  language: Language,
): Promise<TeacherStep[]> => {
  const now = clock.now()
  const facts = await findReadiness(db, courseId, now)
  return facts ? teacherReadiness(facts, { now, timezone, language }) : []
}

/** Lists the seats of a school. Of a code only its end is shown. */
export const describeSeats = async (
  { db, clock, timezone }: Needs<'clock' | 'db' | 'timezone'>,
  schoolId: number,
): Promise<SeatReport> => {
  const report = await findSeats(db, schoolId, { now: clock.now(), timezone })
  return { ...report, free: report.free.map(f => ({ ...f, code: maskedCode(f.code) })) }
}

/** Counts the students of a course by step. The caller found the course for this staff user. */
export const countClassSteps = ({ db }: Needs<'db'>, courseId: number): Promise<ClassCounts> => countClass(db, courseId)

/** Lists the steps to prepare a course, with their state; null if there is none. The caller found the course for this staff user. */
export const checkCourse = async (
  { db, clock, timezone }: Needs<'clock' | 'db' | 'timezone'>,
  courseId: number,
): Promise<ReadinessLine[] | null> => {
  const now = clock.now()
  const facts = await findReadiness(db, courseId, now)
  return facts && courseReadiness(facts, now, timezone)
}
