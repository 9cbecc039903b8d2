import { shortDate } from '#src/core/rules/business-day.ts'
import type { Deps } from './deps.ts'
import { suggest, type WaitingCourse } from './rules/waiting-courses.ts'
import { listDefaultsOf } from './store/default-products.ts'
import { listEarlierCourses, listWaitingRows } from './store/waiting-courses.ts'

/** Lists launched courses without a product, those with the most people first, each with suggested products. */
export const listWaitingCourses =
  (deps: Deps) =>
  async (most?: number): Promise<WaitingCourse[]> => {
    const waiting = await listWaitingRows(deps.db, most)
    if (waiting.length === 0) return []
    const schools = [...new Set(waiting.map(c => c.schoolId))]
    const earlier = await listEarlierCourses(deps.db, schools)
    const defaults = new Map((await listDefaultsOf(deps.db, schools)).map(s => [s.id, s.products]))
    const date = (instant: Date) => shortDate(instant, deps.timezone)
    return waiting.map(course => ({
      ...course,
      suggestion: suggest(
        course,
        earlier.filter(e => e.schoolId === course.schoolId),
        defaults.get(course.schoolId) ?? [],
        date,
      ),
    }))
  }
