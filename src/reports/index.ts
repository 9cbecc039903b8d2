import { maskedCode } from '#src/access/rules/masked-code.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import type { SchoolRef } from '#src/core/rules/school-ref.ts'
import { demandAllSchools, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { countDays } from './count-days.ts'
import type { Deps } from './deps.ts'
import type { ClassCounts } from './rules/class-steps.ts'
import { courseReadiness, type ReadinessLine } from './rules/course-readiness.ts'
import { addDays, type DailyTotal, type Measure } from './rules/daily-totals.ts'
import { LAUNCH_DAYS, type SchoolOverview } from './rules/school-overview.ts'
import { type SchoolReadinessLine, schoolReadiness } from './rules/school-readiness.ts'
import type { SeatReport } from './rules/seats.ts'
import { type TeacherStep, teacherReadiness } from './rules/teacher-readiness.ts'
import { countClass } from './store/class-steps.ts'
import { findReadiness } from './store/course-readiness.ts'
import { listTotals } from './store/daily-totals.ts'
import { findSchoolOverview } from './store/school-overview.ts'
import { findSchoolReadiness } from './store/school-readiness.ts'
import { findSeats } from './store/seats.ts'

export const makeReports = (deps: Deps) => ({
  countDays: countDays(deps),
  /** Lists the totals of the last `days` days and of today. */
  async listTotals(measures: Measure[], days: number, by: Staff): Promise<{ today: string; totals: DailyTotal[] }> {
    demandAllSchools(by)
    const today = dayOf(deps.clock.now(), deps.timezone)
    return { today, totals: await listTotals(deps.db, measures, addDays(today, -days), today) }
  },
  /** Counts what a school has. The caller found the school for this staff user. */
  describeSchool: (school: SchoolRef): Promise<SchoolOverview> =>
    findSchoolOverview(deps.db, school, new Date(deps.clock.now().getTime() - LAUNCH_DAYS * DAY_MS)),
  /** Lists the steps to set up a school, with their state. The caller found the school for this staff user. */
  async checkSchool(school: SchoolRef): Promise<{ lines: SchoolReadinessLine[]; videoHost: string | null }> {
    const since = new Date(deps.clock.now().getTime() - LAUNCH_DAYS * DAY_MS)
    const facts = await findSchoolReadiness(deps.db, school, since)
    return { lines: schoolReadiness(facts, deps.timezone), videoHost: facts.videoHost }
  },
  /** Lists the steps of `checkCourse` in the words of the teacher. */
  async checkCourseForTeacher(courseId: number, language: Language): Promise<TeacherStep[]> {
    const now = deps.clock.now()
    const facts = await findReadiness(deps.db, courseId, now)
    return facts ? teacherReadiness(facts, { now, timezone: deps.timezone, language }) : []
  },
  /** Lists the seats of a school. Of a code only its end is shown. */
  async describeSeats(school: SchoolRef): Promise<SeatReport> {
    const report = await findSeats(deps.db, school, { now: deps.clock.now(), timezone: deps.timezone })
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
