import { shortDate } from '#src/core/rules/business-day.ts'
import { suggest, type WaitingCourse } from './rules/waiting-courses.ts'
import { listDefaultsOf } from './store/default-products.ts'
import { listEarlierCourses, listWaitingRows } from './store/waiting-courses.ts'
import type { App } from "#src/context.ts";

/** Lists launched courses without a product, those with the most people first, each with suggested products. */
export const listWaitingCourses =
  async (app: App, most?: number): Promise<WaitingCourse[]> => {
    const waiting = await listWaitingRows(app.db, most)
    if (waiting.length === 0) return []
    const schools = [...new Set(waiting.map(c => c.schoolId))]
    const earlier = await listEarlierCourses(app.db, schools)
    const defaults = new Map((await listDefaultsOf(app.db, schools)).map(s => [s.id, s.products]))
    const date = (instant: Date) => shortDate(instant, app.timezone)
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
