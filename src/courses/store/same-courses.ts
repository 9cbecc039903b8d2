import { execute, queryRows, queryValues } from '#src/core/db/statements.ts'
import { SAME_LMS } from './schema/course-columns.ts'

/** Lists the same course of the connections that replace this one's, or that it replaces. */
export const listSameCourses = queryRows<{ id: number; isJoined: boolean }, [courseId: number]>(
  'same_courses',
  `${SAME_LMS}
  select o.id, coalesce(o.one_course = c.one_course, false)
    and exists (select from course_products where course_id = c.id) as "isJoined" from courses c join courses o on o.context_id = c.context_id and o.id <> c.id
  where c.id = $1 and coalesce('c' || o.consumer_id, 'd' || o.deployment_id) in (select connection from lms) order by o.id`,
)

/** Gives courses one number, which no course has or had as its id, or takes it away. */
export const saveOneCourse = execute<[ids: number[], isJoined: boolean]>(
  'one_course_saved',
  `with number as materialized (
     select coalesce((select min(one_course) from courses where id = any($1)), nextval(pg_get_serial_sequence('courses', 'id'))) as n
   )
   update courses set one_course = case when $2 then (select n from number) end where id = any($1)`,
)

export const listJoinedCourses = queryValues<number, [deploymentId: number]>(
  'joined_courses',
  'select id as value from courses where deployment_id = $1 and one_course is not null order by id',
)
