import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { queryRows } from '#src/core/db/statements.ts'
import type { Course } from '#src/courses/rules/course.ts'
import { SCHOOL_JOIN } from '#src/courses/store/schema/course-columns.ts'
import type { School } from '#src/schools/rules/school.ts'
import type { EntitlementRef, Source } from '../rules/entitlement.ts'

/** Lists rows whose access has ended but is not yet removed. At most `most`. */
export const listExpiredAccess = queryRows<EntitlementRef, [now: Date, most: number]>(
  'access_over',
  'select id from entitlements where processed_at is not null and access_ends_at <= $1 order by id limit $2',
)

type Ending = EntitlementRef & { key: string }

const ending = prepared<Ending>(
  'access_ending',
  `select e.id, k.key from entitlements e join people p on p.id = e.person_id
     cross join lateral (select 'access-ends:' || e.id || ':' || floor(extract(epoch from e.access_ends_at)) as key) k
   where e.processed_at is not null and p.email is not null and e.access_ends_at > $1
     and e.access_ends_at <= $1::timestamptz + $2::float8 * interval '1 millisecond'
     and (e.processed_at <= e.access_ends_at - $2::float8 * interval '1 millisecond' or exists (
       select from messages w where w.key = 'welcome:' || e.id and (w.data->>'accessEndsAt')::timestamptz <> e.access_ends_at))
     and not exists (select from messages m where m.key = k.key)
   order by e.id limit $3`,
)

/**
 * Lists rows whose access ends within `milliseconds` and who were not yet reminded, with the key of their reminder
 * message. Skips people whose whole access is shorter than that, unless their welcome message names another date. At
 * most `most`.
 */
export const listAccessEndingSoon = (
  db: Queryable,
  { now, milliseconds, most }: { now: Date; milliseconds: number; most: number },
): Promise<Ending[]> => ending(db, [now, milliseconds, most])

/** Rows whose end of access may have to move: of one course, of one school, or those that end before an instant. */
export type RunningScope = { courseId: number } | { schoolId: number } | { endsBefore: Date }

interface RunningRow extends EntitlementRef, Pick<Course, 'accessUntil' | 'termEndsAt'>, Pick<School, 'yearlyAccess'> {
  since: Date
  endsAt: Date
  source: Source
}

const running = prepared<RunningRow>(
  'running_access',
  `select e.id, e.processed_at as since, e.access_ends_at as "endsAt", e.source,
     c.access_until as "accessUntil", c.term_ends_at as "termEndsAt", s.yearly_access as "yearlyAccess"
   from entitlements e join courses c on c.id = e.course_id ${SCHOOL_JOIN}
   where e.processed_at is not null and e.access_ends_at > $1 and e.source <> 'test' and e.id > $2
     and ($3::bigint is null or e.course_id = $3) and ($4::bigint is null or c.school_id = $4)
     and ($5::timestamptz is null or e.access_ends_at < $5)
   order by e.id limit $6 for update of e`,
)

interface Batch {
  scope: RunningScope
  now: Date
  /** Highest id of the batch before; 0 for the first. */
  after: number
  most: number
}

/** Lists and locks people who have access, test users excepted, in id order. At most `most`. */
export const listRunningForUpdate = (tx: Tx, { scope, now, after, most }: Batch): Promise<RunningRow[]> => {
  const courseId = 'courseId' in scope ? scope.courseId : null
  const schoolId = 'schoolId' in scope ? scope.schoolId : null
  const endsBefore = 'endsBefore' in scope ? scope.endsBefore : null
  return running(tx, [now, after, courseId, schoolId, endsBefore, most])
}

const countOfCourse = prepared<{ people: number }>(
  'count_running_of_course',
  `select count(*)::int as people from entitlements
   where course_id = $1 and processed_at is not null and access_ends_at > $2 and source <> 'test'`,
)

/** Number of people who have access to a course, test users excepted. */
export const countRunning = async (db: Queryable, courseId: number, now: Date): Promise<number> =>
  (await countOfCourse(db, [courseId, now]))[0]?.people ?? 0

const move = prepared(
  'moved_access',
  `update entitlements e set access_ends_at = v.ends_at, updated_at = $3
   from unnest($1::bigint[], $2::timestamptz[]) v(id, ends_at) where e.id = v.id`,
)

/** Saves new ends of access of rows that the caller locked. */
export const saveAccessEnds = async (tx: Tx, ends: { id: number; at: Date }[], now: Date): Promise<void> => {
  if (ends.length > 0) await move(tx, [ends.map(e => e.id), ends.map(e => e.at), now])
}
