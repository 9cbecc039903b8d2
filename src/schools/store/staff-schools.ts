import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { Staff } from '#src/core/rules/staff.ts'

const inSchools = prepared<{ id: number }>(
  'courses_in_schools',
  `select c.id from courses c join staff_schools s on s.consumer_id = c.consumer_id or s.deployment_id = c.deployment_id
   where s.staff_id = $1 and c.id = any($2)`,
)

/** Returns which of these courses a staff user may see: all, or those of their schools. */
export const allowedCourses = async (
  db: Queryable,
  { id, isLimited }: Pick<Staff, 'id' | 'isLimited'>,
  courseIds: number[],
): Promise<Set<number>> => new Set(isLimited ? (await inSchools(db, [id, courseIds])).map(row => row.id) : courseIds)

/** Returns whether a staff user may see a course. */
export const mayOpenCourse = async (
  db: Queryable,
  staff: Pick<Staff, 'id' | 'isLimited'>,
  courseId: number,
): Promise<boolean> => (await allowedCourses(db, staff, [courseId])).has(courseId)
