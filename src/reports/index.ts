import { maskedCode } from '#src/access/rules/masked-code.ts'
import { saveAnswerTimes } from '#src/core/outbound/outside-calls.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import { demand, demandAllSchools, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { countDays } from './count-days.ts'
import type { Deps } from './deps.ts'
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

export type { MeanAnswerTimes } from './store/answer-times.ts'

const ANSWER_DAYS = 30

export const makeReports = (deps: Deps) => ({
  countDays: countDays(deps),
  /** Adds the answer times of this process to the totals of today. */
  saveAnswerTimes: (): Promise<void> =>
    saveAnswerTimes(times => addToDay(deps.db, dayOf(deps.clock.now(), deps.timezone), times)),
  /** Lists how long each outside service took to answer all processes in the last 30 days. */
  async listAnswerTimes(by: Staff): Promise<MeanAnswerTimes[]> {
    demand(by, 'manage')
    return listMeanTimes(deps.db, addDays(dayOf(deps.clock.now(), deps.timezone), -ANSWER_DAYS))
  },
  /** Lists the totals of the last `days` days and of today. */
  async listTotals(measures: Measure[], days: number, by: Staff): Promise<{ today: string; totals: DailyTotal[] }> {
    demandAllSchools(by)
    const today = dayOf(deps.clock.now(), deps.timezone)
    return { today, totals: await listTotals(deps.db, measures, addDays(today, -days), today) }
  },
  /** Counts what a school has. The caller found the school for this staff user. */
  describeSchool: (schoolId: number): Promise<SchoolOverview> =>
    findSchoolOverview(deps.db, schoolId, new Date(deps.clock.now().getTime() - LAUNCH_DAYS * DAY_MS)),
  /** Lists the steps to set up a school, with their state. The caller found the school for this staff user. */
  async checkSchool(schoolId: number): Promise<SchoolReadiness> {
    const since = new Date(deps.clock.now().getTime() - LAUNCH_DAYS * DAY_MS)
    return schoolReadiness(await findSchoolReadiness(deps.db, schoolId, since), deps.timezone)
  },
  /** Lists the steps of `checkCourse` in the words of the teacher. */
  async checkCourseForTeacher(courseId: number, language: Language): Promise<TeacherStep[]> {
    const now = deps.clock.now()
    const facts = await findReadiness(deps.db, courseId, now)
    return facts ? teacherReadiness(facts, { now, timezone: deps.timezone, language }) : []
  },
  /** Lists the seats of a school. Of a code only its end is shown. */
  async describeSeats(schoolId: number): Promise<SeatReport> {
    const report = await findSeats(deps.db, schoolId, { now: deps.clock.now(), timezone: deps.timezone })
    return { ...report, free: report.free.map(f => ({ ...f, code: maskedCode(f.code) })) }
  },
  /** Counts the students of a course by step. The caller found the course for this staff user. */
  countClass: (courseId: number): Promise<ClassCounts> => countClass(deps.db, courseId),
  /** Lists the steps to prepare a course, with their state; null if there is none. The caller found the course for this staff user. */
  async checkCourse(courseId: number): Promise<ReadinessLine[] | null> {
    const now = deps.clock.now()
    const facts = await findReadiness(deps.db, courseId, now)
    return facts && courseReadiness(facts, now, deps.timezone)
  },
})

export type Reports = ReturnType<typeof makeReports>
