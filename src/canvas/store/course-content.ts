import type { Queryable } from '#src/core/db/db.ts'
import { execute, queryRow, queryRows } from '#src/core/db/statements.ts'
import { COURSE_NAME, contentMigrations, SCHOOL_JOIN } from '#src/courses/store/schema/course-columns.ts'
import type { Blueprint, PlatformCourse } from '../rules/course-content.ts'

/**
 * Lists Canvas courses with their content migrations. The search matches course name, course code, Canvas id and
 * school.
 */
const list = queryRows<PlatformCourse, [domain: string, search: string, like: string, most: number]>(
  'course_content',
  `select k.id, k.name, k.course_code as code, k.polled_at is not null as polled, k.problem,
     ${contentMigrations('k.domain', 'k.id')} as migrations,
     array(
       select s.name || ': ' || ${COURSE_NAME} from courses c ${SCHOOL_JOIN}
       where c.canvas_domain = k.domain and c.canvas_course_id = k.id order by c.id limit 3
     ) as contexts
   from canvas_courses k
   where k.domain = $1 and ($2 = '' or k.id = $2 or k.name ilike $3 or k.course_code ilike $3 or exists (
     select from courses c ${SCHOOL_JOIN}
     where c.canvas_domain = k.domain and c.canvas_course_id = k.id and (c.title ilike $3 or c.label ilike $3 or s.name ilike $3)))
   order by k.problem is null, k.next_poll_at limit $4`,
)

export const listPlatformCourses = async (
  db: Queryable,
  { domain, search, most }: { domain: string; search: string; most: number },
): Promise<PlatformCourse[]> => {
  const like = `%${search.replace(/[\\%_]/g, c => `\\${c}`)}%`
  return list(db, domain, search, like, most)
}

export const findBlueprints = queryRow<{ blueprints: Blueprint[]; readAt: Date }, [domain: string]>(
  'canvas_blueprints',
  'select blueprints, read_at as "readAt" from canvas_platforms where domain = $1',
)

export const saveBlueprints = execute<[domain: string, blueprintsJson: string, now: Date]>(
  'canvas_blueprints_saved',
  `insert into canvas_platforms (domain, blueprints, read_at) values ($1, $2, $3)
   on conflict (domain) do update set blueprints = excluded.blueprints, read_at = excluded.read_at`,
)
