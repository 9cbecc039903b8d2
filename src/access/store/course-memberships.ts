import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { Role } from '../rules/role.ts'

/** Lists the memberships of a course for the activation page. At most 500. */
export const listCourseMemberships = (db: Queryable, courseId: number) => memberships(db, [courseId])

const memberships = prepared<{ email: string | null; role: Role; token: string }>(
  'course_memberships',
  'select p.email, m.role, m.token from memberships m join people p on p.id = m.person_id where m.course_id = $1 order by m.id limit 500',
)
