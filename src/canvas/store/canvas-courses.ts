import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { Queryable } from '#src/core/db/db.ts'
import { execute, queryValue } from '#src/core/db/statements.ts'
import type { Teacher } from '#src/courses/rules/join-course.ts'
import type { ContentMigration } from '#src/courses/rules/migration-progress.ts'
import type { CanvasCourse, ReadFailure } from '../rules/canvas-port.ts'
import { canvasCourses, contentMigrations } from './schema.ts'

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

export const listMigrations = async (db: Queryable, domain: string, courseId: string): Promise<ContentMigration[]> =>
  db.orm
    .select({
      id: contentMigrations.id,
      progressUrl: contentMigrations.progressUrl,
      workflowState: contentMigrations.workflowState,
      sourceCourseName: contentMigrations.sourceCourseName,
      completion: contentMigrations.completion,
    })
    .from(contentMigrations)
    .where(and(eq(contentMigrations.domain, domain), eq(contentMigrations.courseId, courseId)))
    .orderBy(sql`length(${contentMigrations.id}) desc, ${contentMigrations.id} desc`)

interface Place {
  domain: string
  id: string
}

const placeOf = ({ domain, id }: Place) => and(eq(canvasCourses.domain, domain), eq(canvasCourses.id, id))

/** Inserts a content migration, or updates it when something changed. */
export const saveMigration = async (
  db: Queryable,
  { domain, id }: Place,
  m: ContentMigration,
  now: Date,
): Promise<void> => {
  const row = { ...m, domain, courseId: id, createdAt: now, updatedAt: now }
  const { progressUrl, workflowState, sourceCourseName, completion } = contentMigrations
  await db.orm
    .insert(contentMigrations)
    .values(row)
    .onConflictDoUpdate({
      target: [contentMigrations.domain, contentMigrations.courseId, contentMigrations.id],
      set: {
        progressUrl: m.progressUrl,
        workflowState: m.workflowState,
        sourceCourseName: m.sourceCourseName,
        completion: m.completion,
        updatedAt: now,
      },
      setWhere: sql`(${progressUrl}, ${workflowState}, ${sourceCourseName}, ${completion}) is distinct from (excluded.progress_url, excluded.workflow_state, excluded.source_course_name, excluded.completion)`,
    })
}

/** Deletes the course's migrations that Canvas no longer lists. */
export const deleteOtherMigrations = async (db: Queryable, { domain, id }: Place, kept: string[]): Promise<void> => {
  const ofCourse = and(eq(contentMigrations.domain, domain), eq(contentMigrations.courseId, id))
  await db.orm
    .delete(contentMigrations)
    .where(kept.length > 0 ? and(ofCourse, notInArray(contentMigrations.id, kept)) : ofCourse)
}

export const saveCanvasCourse = async (db: Queryable, place: Place, course: CanvasCourse): Promise<void> => {
  const { accountId, name, courseCode, workflowState } = course
  await db.orm.update(canvasCourses).set({ accountId, name, courseCode, workflowState }).where(placeOf(place))
}

/** Saves the course's Canvas teachers, whose names the pay page shows. */
export const saveCanvasTeachers = async (db: Queryable, place: Place, teachers: Teacher[]): Promise<void> => {
  await db.orm.update(canvasCourses).set({ teachers }).where(placeOf(place))
}

/** Records a successful poll and releases the claim until `next`. */
export const savePollSuccess = async (
  db: Queryable,
  place: Place,
  { now, next }: { now: Date; next: Date },
): Promise<void> => {
  await db.orm
    .update(canvasCourses)
    .set({ polledAt: now, nextPollAt: next, claimedUntil: null, failures: 0, problem: null })
    .where(placeOf(place))
}

/** Records a failed poll and its reason for staff. The next poll follows with exponential backoff, at most one hour. */
export const savePollFailure = async (
  db: Queryable,
  place: Place,
  { problem, now, baseMs }: { problem: ReadFailure; now: Date; baseMs: number },
): Promise<void> => {
  await db.client.query(
    `update canvas_courses set problem = $3, failures = failures + 1, claimed_until = null,
       next_poll_at = $4::timestamptz + least($5::float8 * power(2, least(failures, 12)), 3600000) * interval '1 millisecond'
     where domain = $1 and id = $2`,
    [place.domain, place.id, problem, now, baseMs],
  )
}

/**
 * Claims a course for work other than polling. Returns null when the course is unknown, 'busy' when another process
 * holds it.
 */
export const claimKnownCourse = async (
  db: Queryable,
  { domain, id }: Place,
  { now, until }: { now: Date; until: Date },
): Promise<{ migrations: ContentMigration[] } | 'busy' | null> => {
  const { rows } = await db.client.query(
    `update canvas_courses set claimed_until = $4
     where domain = $1 and id = $2 and (claimed_until is null or claimed_until <= $3) returning id`,
    [domain, id, now, until],
  )
  if (rows[0]) return { migrations: await listMigrations(db, domain, id) }
  const [known] = await db.orm.select({ id: canvasCourses.id }).from(canvasCourses).where(placeOf({ domain, id }))
  return known ? 'busy' : null
}

/** Releases the claim and makes the course due now. */
export const releaseCourse = async (db: Queryable, place: Place, now: Date): Promise<void> => {
  await db.orm.update(canvasCourses).set({ claimedUntil: null, nextPollAt: now }).where(placeOf(place))
}
