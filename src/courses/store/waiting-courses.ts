import { PERSON_NAME } from '#src/access/store/schema/people.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { queryRows, queryValues } from '#src/core/db/statements.ts'
import { type EarlierCourse, MOST_WAITING, type WaitingCourse } from '../rules/waiting-courses.ts'
import { COURSE_BEGINS, COURSE_VERSION, COURSES_WAITING, SCHOOL_JOIN } from './schema/course-columns.ts'

type WaitingCourseRow = Omit<WaitingCourse, 'suggestion'>

const TEACHERS = 'array(select ct.person_id from course_teachers ct where ct.course_id = c.id order by ct.person_id)'

/** SQL for the waiting courses with the most people. An index alone counts them. */
const MOST_PEOPLE = `select c.* from ${COURSES_WAITING} c where $1::bigint[] is null or c.id = any($1)
  order by (select count(*) from entitlements e where e.course_id = c.id) desc, c.created_at desc, c.id limit ${MOST_WAITING}`

const listWaiting = queryRows<WaitingCourseRow, [ids: number[] | null]>(
  'courses_waiting',
  `select c.id, ${COURSE_VERSION} as version, c.school_id as "schoolId", c.context_id as "contextId", c.title, c.label, s.name as school,
    ${TEACHERS} as "teacherIds",
    array(select coalesce(${PERSON_NAME}, p.email, 'Teacher')
      from course_teachers ct join people p on p.id = ct.person_id where ct.course_id = c.id order by p.id) as teachers,
    (select count(*)::int from entitlements e where e.course_id = c.id and e.role = 'learner' and e.processed_at is null) as students,
    c.created_at as since
  from (${MOST_PEOPLE}) c ${SCHOOL_JOIN}
  order by students desc, c.created_at desc, c.id`,
)

/** Lists waiting courses, or those of these. At most 200, those with the most people. */
export const listWaitingRows = async (db: Queryable, ids: number[] | null = null): Promise<WaitingCourseRow[]> =>
  (await listWaiting(db, ids)).map(row => ({ ...row, teacherIds: row.teacherIds.map(Number) }))

const listEarlier = queryRows<EarlierCourse & { schoolId: number }, [schoolIds: number[]]>(
  'courses_earlier',
  `select c.id, c.school_id as "schoolId", c.title, c.label, ${TEACHERS} as "teacherIds", c.created_at as "createdAt",
    ${COURSE_BEGINS} as "beganAt",
    (select json_agg(json_build_object('id', r.id, 'productCode', r.product_code, 'name', r.name, 'isFree', r.is_free) order by r.product_code)
      from course_products cp join products r on r.id = cp.product_id where cp.course_id = c.id) as products
  from courses c
  where c.school_id = any($1) and exists (select from course_products cp where cp.course_id = c.id)
  order by c.created_at desc limit 3000`,
)

/** Lists courses of these schools that have products, newest first. At most 3000. */
export const listEarlierCourses = async (
  db: Queryable,
  schoolIds: number[],
): Promise<(EarlierCourse & { schoolId: number })[]> =>
  (await listEarlier(db, schoolIds)).map(row => ({ ...row, teacherIds: row.teacherIds.map(Number) }))

/** Claims up to 200 waiting courses of which staff were not told yet, each for one caller. */
export const claimUnannouncedCourses = queryValues<number, [now: Date]>(
  'courses_untold',
  `update courses set waiting_told_at = $1 where id in (
    select c.id from ${COURSES_WAITING} c where c.waiting_told_at is null order by c.id limit 200
  ) and waiting_told_at is null returning id as value`,
)

const MARKED_AT_ONCE = 1000

const markSome = queryRows(
  'courses_mark_activated',
  `update courses set was_activated = true where id in (
    select c.id from courses c where not c.was_activated
      and (exists (select from course_products cp where cp.course_id = c.id) or exists (select from activations a where a.course_id = c.id))
    order by c.id limit ${MARKED_AT_ONCE} for update skip locked
  ) returning id`,
)

/** Marks up to a thousand activated courses. Returns true if there may be more. */
export const markActivatedBatch = async (db: Queryable): Promise<boolean> =>
  (await markSome(db)).length === MARKED_AT_ONCE
