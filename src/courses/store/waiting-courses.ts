import { PERSON_NAME } from '#src/access/store/schema/people.ts'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { EarlierCourse, WaitingCourse } from '../rules/waiting-courses.ts'
import { COURSE_TOKEN, COURSE_VERSION, SCHOOL_JOINS, SCHOOL_NAME } from './schema/course-columns.ts'
import { COURSES_WAITING } from './schema/courses-waiting.ts'

interface Row {
  id: number
  version: '1.1' | '1.3'
  school_key: string
  context_id: string
  title: string | null
  label: string | null
  school: string
  teacher_ids: string[]
  teachers: string[]
  students: number
  since: Date
  last_at: Date
  token: string | null
}

type WaitingCourseRow = Omit<WaitingCourse, 'suggestion'>

const SCHOOL_KEY = "coalesce('c:' || c.consumer_id, 'd:' || c.deployment_id)"
const TEACHERS = 'array(select ct.person_id from course_teachers ct where ct.course_id = c.id order by ct.person_id)'

/** Waiting courses that a page shows; a page that has other things too shows fewer. */
const MOST_WAITING = 200

/** SQL for the $1 waiting courses with the most people. An index alone counts them. */
const MOST_PEOPLE = `select c.* from ${COURSES_WAITING} c
  order by (select count(*) from enrollments e where e.course_id = c.id) + (select count(*) from memberships m where m.course_id = c.id) desc,
    c.created_at desc, c.id limit $1`

/** SQL for the number of students of a course `c` without access, and when the last person came. */
const CAME = `select count(*) filter (where learns)::int as students, max(at) as at from (
    select e.created_at as at, e.processed_at is null as learns from enrollments e where e.course_id = c.id
    union all select m.created_at, m.role = 'learner' and m.processed_at is null from memberships m where m.course_id = c.id
    union all select c.created_at, false from course_teachers t where t.course_id = c.id
  ) people`

const waiting = prepared<Row>(
  'courses_waiting',
  `select c.id, ${COURSE_VERSION} as version, ${SCHOOL_KEY} as school_key, c.context_id,
    c.title, c.label, ${SCHOOL_NAME} as school, ${TEACHERS} as teacher_ids,
    array(select coalesce(${PERSON_NAME}, p.email, 'Teacher')
      from course_teachers ct join people p on p.id = ct.person_id where ct.course_id = c.id order by p.id) as teachers,
    came.students, c.created_at as since, came.at as last_at,
    ${COURSE_TOKEN} as token
  from (${MOST_PEOPLE}) c ${SCHOOL_JOINS} cross join lateral (${CAME}) came
  order by came.students desc, c.created_at desc, c.id`,
)

export const listWaitingRows = async (db: Queryable, most = MOST_WAITING): Promise<WaitingCourseRow[]> =>
  (await waiting(db, [most])).map(row => ({
    id: row.id,
    version: row.version,
    schoolKey: row.school_key,
    contextId: row.context_id,
    title: row.title,
    label: row.label,
    school: row.school,
    teacherIds: row.teacher_ids.map(Number),
    teachers: row.teachers,
    students: row.students,
    since: row.since,
    lastAt: row.last_at,
    token: row.token,
  }))

const earlier = prepared<{
  id: number
  school_key: string
  title: string | null
  label: string | null
  teacher_ids: string[]
  products: EarlierCourse['products']
  created_at: Date
  term_starts_at: Date | null
  term_ends_at: Date | null
}>(
  'courses_earlier',
  `select c.id, ${SCHOOL_KEY} as school_key, c.title, c.label, ${TEACHERS} as teacher_ids, c.created_at, c.term_starts_at, c.term_ends_at,
    (select json_agg(json_build_object('id', r.id, 'productCode', r.product_code, 'name', r.name, 'isFree', r.is_free) order by r.product_code)
      from course_products cp join products r on r.id = cp.product_id where cp.course_id = c.id) as products
  from courses c
  where (c.consumer_id = any($1) or c.deployment_id = any($2)) and exists (select from course_products cp where cp.course_id = c.id)
  order by c.created_at desc limit 3000`,
)

interface SchoolIds {
  consumers: number[]
  deployments: number[]
}

/** Returns the ids in keys such as 'c:7' and 'd:7'. */
export const schoolIdsIn = (keys: string[]): SchoolIds => {
  const of = (kind: string) => keys.flatMap(key => (key.startsWith(kind) ? Number(key.slice(kind.length)) : []))
  return { consumers: of('c:'), deployments: of('d:') }
}

/** Lists courses of these schools that have products, newest first. At most 3000. */
export const listEarlierCourses = async (
  db: Queryable,
  { consumers, deployments }: SchoolIds,
): Promise<(EarlierCourse & { schoolKey: string })[]> =>
  (await earlier(db, [consumers, deployments])).map(row => ({
    id: row.id,
    schoolKey: row.school_key,
    title: row.title,
    label: row.label,
    teacherIds: row.teacher_ids.map(Number),
    products: row.products,
    createdAt: row.created_at,
    termStartsAt: row.term_starts_at,
    termEndsAt: row.term_ends_at,
  }))

const unannounced = prepared<{ id: number }>(
  'courses_untold',
  `update courses set waiting_told_at = $1 where id in (
    select c.id from ${COURSES_WAITING} c where c.waiting_told_at is null order by c.id limit 200
  ) and waiting_told_at is null returning id`,
)

/**
 * Claims up to 200 waiting courses that staff were not yet notified about. Each course goes to only one of two
 * concurrent callers.
 */
export const claimUnannouncedCourses = async (tx: Tx, now: Date): Promise<number[]> =>
  (await unannounced(tx, [now])).map(r => r.id)

const MARKED_AT_ONCE = 1000

const mark = prepared(
  'courses_mark_activated',
  `update courses set was_activated = true where id in (
    select c.id from courses c where not c.was_activated
      and (exists (select from course_products cp where cp.course_id = c.id) or exists (select from activations a where a.course_id = c.id))
    order by c.id limit ${MARKED_AT_ONCE} for update skip locked
  ) returning id`,
)

/** Marks up to a thousand activated courses. Returns true if there may be more. */
export const markActivatedCourses = async (db: Queryable): Promise<boolean> =>
  (await mark(db, [])).length === MARKED_AT_ONCE
