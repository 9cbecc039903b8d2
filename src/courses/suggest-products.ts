import type { Queryable } from '#src/core/db/db.ts'
import type { StaffCourse } from './rules/activation.ts'
import { type Suggestion, suggest } from './rules/waiting-courses.ts'
import { listDefaultsOf } from './store/default-products.ts'
import { listEarlierCourses } from './store/waiting-courses.ts'

/** Suggests products for one course; null if its school has no other course and no default products. */
export const suggestProducts = async (
  db: Queryable,
  course: StaffCourse,
  date: (instant: Date) => string,
): Promise<Suggestion | null> => {
  const [defaults] = await listDefaultsOf(db, [course.schoolId])
  const earlier = await listEarlierCourses(db, [course.schoolId])
  return suggest({ ...course, teacherIds: course.teachers.map(t => t.id) }, earlier, defaults?.products ?? [], date)
}
