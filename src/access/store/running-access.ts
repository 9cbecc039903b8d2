import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { Course } from '#src/courses/rules/course.ts'
import { SCHOOL_JOINS } from '#src/courses/store/schema/course-columns.ts'
import type { School, SchoolRef } from '#src/schools/rules/school.ts'
import type { SubjectKind } from '../rules/entitlement.ts'

/** Rows whose end of access may have to move: of one course, of one school, or those that end before an instant. */
export type RunningScope = { courseId: number } | { school: SchoolRef } | { endsBefore: Date }

interface RunningRow {
  id: number
  since: Date
  endsAt: Date
  isMigrated: boolean
  course: Pick<Course, 'accessUntil' | 'termEndsAt'>
  school: Pick<School, 'yearlyAccess'>
}

interface Row {
  id: number
  since: Date
  ends_at: Date
  source: string
  access_until: Date | null
  term_ends_at: Date | null
  yearly_access: boolean
}

const ofKind = (kind: SubjectKind) =>
  prepared<Row>(
    `running_${kind}s`,
    `select e.id, e.processed_at as since, e.access_ends_at as ends_at, e.source, c.access_until, c.term_ends_at,
       coalesce(s.yearly_access, d.yearly_access) as yearly_access
     from ${kind}s e join courses c on c.id = e.course_id ${SCHOOL_JOINS}
     where e.processed_at is not null and e.access_ends_at > $1 and e.source <> 'test' and e.id > $2
       and ($3::bigint is null or e.course_id = $3) and ($4::bigint is null or c.consumer_id = $4)
       and ($5::bigint is null or c.deployment_id = $5) and ($6::timestamptz is null or e.access_ends_at < $6)
     order by e.id limit $7 for update of e`,
  )
const running = { enrollment: ofKind('enrollment'), membership: ofKind('membership') }

interface Batch {
  kind: SubjectKind
  scope: RunningScope
  now: Date
  /** Highest id of the batch before; 0 for the first. */
  after: number
  most: number
}

/** Lists and locks people who have access, test users excepted, in id order. At most `most`. */
export const listRunningForUpdate = async (tx: Tx, { kind, scope, now, after, most }: Batch): Promise<RunningRow[]> => {
  const courseId = 'courseId' in scope ? scope.courseId : null
  const [consumerId, deploymentId] =
    'school' in scope ? (scope.school.version === '1.1' ? [scope.school.id, null] : [null, scope.school.id]) : []
  const endsBefore = 'endsBefore' in scope ? scope.endsBefore : null
  const rows = await running[kind](tx, [
    now,
    after,
    courseId,
    consumerId ?? null,
    deploymentId ?? null,
    endsBefore,
    most,
  ])
  return rows.map(row => ({
    id: row.id,
    since: row.since,
    endsAt: row.ends_at,
    isMigrated: row.source === 'migrated',
    course: { accessUntil: row.access_until, termEndsAt: row.term_ends_at },
    school: { yearlyAccess: row.yearly_access },
  }))
}

const countOfCourse = prepared<{ people: number }>(
  'count_running_of_course',
  `select (
     (select count(*) from enrollments where course_id = $1 and processed_at is not null and access_ends_at > $2 and source <> 'test') +
     (select count(*) from memberships where course_id = $1 and processed_at is not null and access_ends_at > $2 and source <> 'test')
   )::int as people`,
)

/** Number of people who have access to a course, test users excepted. */
export const countRunning = async (db: Queryable, courseId: number, now: Date): Promise<number> =>
  (await countOfCourse(db, [courseId, now]))[0]?.people ?? 0

const moved = (kind: SubjectKind) =>
  prepared(
    `moved_${kind}s`,
    `update ${kind}s e set access_ends_at = v.ends_at, updated_at = $3
     from unnest($1::bigint[], $2::timestamptz[]) v(id, ends_at) where e.id = v.id`,
  )
const move = { enrollment: moved('enrollment'), membership: moved('membership') }

/** Saves new ends of access of rows that the caller locked. */
export const saveAccessEnds = async (
  tx: Tx,
  kind: SubjectKind,
  ends: { id: number; at: Date }[],
  now: Date,
): Promise<void> => {
  if (ends.length > 0) await move[kind](tx, [ends.map(e => e.id), ends.map(e => e.at), now])
}
