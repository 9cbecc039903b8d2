import { dayOf } from '#src/core/rules/business-day.ts'
import { demandAllSchools, type Staff } from '#src/core/rules/staff.ts'
import { countDays } from './count-days.ts'
import type { Deps } from './deps.ts'
import { courseReadiness, type ReadinessLine } from './rules/course-readiness.ts'
import { addDays, type DailyTotal, type Measure } from './rules/daily-totals.ts'
import { findReadiness } from './store/course-readiness.ts'
import { listTotals } from './store/daily-totals.ts'

export const makeReports = (deps: Deps) => ({
  countDays: countDays(deps),
  /** Lists the totals of the last `days` days and of today. */
  async listTotals(measures: Measure[], days: number, by: Staff): Promise<{ today: string; totals: DailyTotal[] }> {
    demandAllSchools(by)
    const today = dayOf(deps.clock.now(), deps.timezone)
    return { today, totals: await listTotals(deps.db, measures, addDays(today, -days), today) }
  },
  /** Lists how far a course is, step by step; null if there is none. The caller found the course for this staff user. */
  async checkCourse(courseId: number): Promise<ReadinessLine[] | null> {
    const now = deps.clock.now()
    const facts = await findReadiness(deps.db, courseId, now)
    return facts && courseReadiness(facts, now, deps.timezone)
  },
})

export type Reports = ReturnType<typeof makeReports>
