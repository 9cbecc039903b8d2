import type { Queryable } from '#src/core/db/db.ts'
import { escaped } from '#src/core/db/row-lists.ts'
import { execute, preparedByName, queryHasRow, queryRow, queryRows, queryValue } from '#src/core/db/statements.ts'
import type { ContentMigration } from '#src/courses/rules/migration-progress.ts'
import { COURSE_NAME, migrationsOf, SCHOOL_JOIN } from '#src/courses/store/schema/course-columns.ts'
import type { CanvasCourse, ReadFailure } from '../rules/canvas-port.ts'
import type { Blueprint, PlatformCourse } from '../rules/course-content.ts'

/** Adds Canvas courses of hosted schools that are not yet polled. They are due at once. */
export const discoverCanvasCourses = execute<[domain: string, now: Date]>(
  'canvas_courses_discover',
  `insert into canvas_courses (domain, id, next_poll_at)
   select distinct c.canvas_domain, c.canvas_course_id, $2::timestamptz from courses c join consumers k on k.id = c.consumer_id
   where k.is_hosted and c.canvas_domain = $1 and c.canvas_course_id is not null
     and not exists (select from canvas_courses x where x.domain = c.canvas_domain and x.id = c.canvas_course_id)
   on conflict do nothing`,
)

/** Claims one due course. Other processes skip it; the claim of a process that died expires. */
const claim = queryValue<string, [domain: string, now: Date, until: Date]>(
  'canvas_course_claim',
  `update canvas_courses set claimed_until = $3
   where (domain, id) = (
     select domain, id from canvas_courses
     where domain = $1 and next_poll_at <= $2 and (claimed_until is null or claimed_until <= $2)
     order by next_poll_at for update skip locked limit 1)
   returning id as value`,
)

export const findNextDue = queryValue<Date, [domain: string]>(
  'canvas_course_next_due',
  'select min(greatest(next_poll_at, claimed_until)) as value from canvas_courses where domain = $1',
)

export interface ClaimedCourse {
  id: string
  migrations: ContentMigration[]
}

export const claimCanvasCourse = async (
  db: Queryable,
  { domain, now, until }: { domain: string; now: Date; until: Date },
): Promise<ClaimedCourse | null> => {
  const id = await claim(db, domain, now, until)
  return id === null ? null : { id, migrations: await listMigrations(db, domain, id) }
}

export const listMigrations = queryRows<ContentMigration, [domain: string, courseId: string]>(
  'canvas_migrations',
  `select id, progress_url as "progressUrl", workflow_state as "workflowState", source_course_name as "sourceCourseName",
     completion
   from content_migrations where domain = $1 and course_id = $2 order by length(id) desc, id desc`,
)

export interface Place {
  domain: string
  id: string
}

const upsertMigration = preparedByName<object, ContentMigration & { domain: string; courseId: string; now: Date }>(
  'canvas_migration_saved',
  `insert into content_migrations as m
     (domain, course_id, id, progress_url, workflow_state, source_course_name, completion, created_at, updated_at)
   select $1::text as domain, $2::text as course_id, $3::text as id, $4::text as progress_url, $5::text as workflow_state,
     $6::text as source_course_name, $7::integer as completion, $8::timestamptz as now, $8
   on conflict (domain, course_id, id) do update set progress_url = excluded.progress_url, updated_at = excluded.updated_at,
     workflow_state = excluded.workflow_state, source_course_name = excluded.source_course_name, completion = excluded.completion
   where (m.progress_url, m.workflow_state, m.source_course_name, m.completion) is distinct from
     (excluded.progress_url, excluded.workflow_state, excluded.source_course_name, excluded.completion)`,
)

/** Inserts a content migration, or updates it when something changed. */
export const saveMigration = async (
  db: Queryable,
  { domain, id: courseId }: Place,
  migration: ContentMigration,
  now: Date,
): Promise<void> => {
  await upsertMigration(db, { ...migration, domain, courseId, now })
}

/** Deletes the course's migrations that Canvas no longer lists. */
export const deleteOtherMigrations = execute<[domain: string, courseId: string, kept: string[]]>(
  'canvas_migrations_deleted',
  'delete from content_migrations where domain = $1 and course_id = $2 and id <> all($3)',
)

const updateCourse = execute<
  [domain: string, id: string, accountId: string | null, name: string, courseCode: string, workflowState: string]
>(
  'canvas_course_saved',
  'update canvas_courses set account_id = $3, name = $4, course_code = $5, workflow_state = $6 where domain = $1 and id = $2',
)

export const saveCanvasCourse = (db: Queryable, { domain, id }: Place, c: CanvasCourse): Promise<void> =>
  updateCourse(db, domain, id, c.accountId, c.name, c.courseCode, c.workflowState)

/** Saves the course's Canvas teachers, whose names the pay page shows. */
export const saveCanvasTeachers = execute<[domain: string, id: string, teachersJson: string]>(
  'canvas_course_teachers_saved',
  'update canvas_courses set teachers = $3 where domain = $1 and id = $2',
)

export const savePollSuccess = execute<[domain: string, id: string, now: Date, next: Date]>(
  'canvas_course_polled',
  `update canvas_courses set polled_at = $3, next_poll_at = $4, claimed_until = null, failures = 0, problem = null
   where domain = $1 and id = $2`,
)

/** Records a failed poll and its reason for staff. The next poll follows with exponential backoff, at most one hour. */
export const savePollFailure = execute<[domain: string, id: string, problem: ReadFailure, now: Date, baseMs: number]>(
  'canvas_course_poll_failed',
  `update canvas_courses set problem = $3, failures = failures + 1, claimed_until = null,
     next_poll_at = $4::timestamptz + least($5::float8 * power(2, least(failures, 12)), 3600000) * interval '1 millisecond'
   where domain = $1 and id = $2`,
)

const claimKnown = queryHasRow<[domain: string, id: string, now: Date, until: Date]>(
  'canvas_course_claim_known',
  `update canvas_courses set claimed_until = $4
   where domain = $1 and id = $2 and (claimed_until is null or claimed_until <= $3) returning id`,
)
const isKnown = queryHasRow<[domain: string, id: string]>(
  'canvas_course_known',
  'select from canvas_courses where domain = $1 and id = $2',
)

/** Claims a course for work other than polling. Null: no such course. 'busy': another process holds it. */
export const claimKnownCourse = async (
  db: Queryable,
  { domain, id }: Place,
  { now, until }: { now: Date; until: Date },
): Promise<{ migrations: ContentMigration[] } | 'busy' | null> => {
  if (await claimKnown(db, domain, id, now, until)) return { migrations: await listMigrations(db, domain, id) }
  return (await isKnown(db, domain, id)) ? 'busy' : null
}

/** Releases the claim and makes the course due now. */
export const releaseCourse = execute<[domain: string, id: string, now: Date]>(
  'canvas_course_released',
  'update canvas_courses set claimed_until = null, next_poll_at = $3 where domain = $1 and id = $2',
)

/** Lists Canvas courses with their content migrations. Searches name, course code, Canvas id and school. */
const list = queryRows<PlatformCourse, [domain: string, search: string, like: string, most: number]>(
  'course_content',
  `select k.id, k.name, k.course_code as code, k.polled_at is not null as polled, k.problem,
     ${migrationsOf('k.domain', 'k.id')} as migrations,
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
  return list(db, domain, search, `%${escaped(search)}%`, most)
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
