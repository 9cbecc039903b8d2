import { eq } from 'drizzle-orm'
import { PERSON_NAME } from '#src/access/store/schema/people.ts'
import { wordQuery } from '#src/core/db/columns.ts'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { escaped, listRows, SqlValues } from '#src/core/db/row-lists.ts'
import { execute, queryRows, queryValues } from '#src/core/db/statements.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import { wordsOf } from '#src/core/rules/normalize.ts'
import type { ListPage, ListQuery } from '#src/core/rules/rows.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import type { StaffCourse } from '../rules/activation.ts'
import type { courseStates, ListedCourse } from '../rules/course-list.ts'
import type { CourseChoices } from '../rules/course-settings.ts'
import {
  CONNECTION_JOINS,
  COURSE_BEGINS,
  COURSE_COLUMNS,
  COURSE_NAME,
  COURSE_VERSION,
  COURSE_WORDS,
  courseConditions,
  migrationsOf,
  PRODUCTS,
  SAME_LMS,
  SCHOOL_JOIN,
} from './schema/course-columns.ts'
import { activations, courseProducts, courses } from './schema/courses.ts'

type Row = Omit<StaffCourse, 'activations'> & {
  activations: (Omit<StaffCourse['activations'][number], 'activatedAt'> & { activatedAt: string })[]
}

const SELECT = `
select c.id, ${COURSE_VERSION} as version, ${COURSE_COLUMNS}, c.term_starts_at as "termStartsAt", c.join_token as "joinToken",
  c.school_id as "schoolId",
  json_build_object('key', coalesce(k.key, f.issuer), 'name', s.name, 'acceptsPayment', s.accepts_payment, 'acceptsAccessCode', s.accepts_access_code,
    'isHosted', coalesce(k.is_hosted, false), 'yearlyAccess', s.yearly_access, 'emailDomain', s.email_domain) as school,
  ${PRODUCTS} as products,
  coalesce((
    select json_agg(json_build_object('id', p.id, 'name', coalesce(${PERSON_NAME}, 'Teacher')) order by p.id)
    from course_teachers ct join people p on p.id = ct.person_id where ct.course_id = c.id
  ), '[]') as teachers,
  coalesce((
    select json_agg(json_build_object('userId', a.staff_id, 'userName', coalesce(nullif(trim(u.first_name || ' ' || left(u.last_name, 1)), ''), u.email, 'Unknown'),
      'productIds', a.product_ids, 'activatedAt', a.activated_at, 'productCodes',
      coalesce((select json_agg(r.product_code order by r.product_code) from products r where r.id = any(a.product_ids)), '[]')) order by a.activated_at desc, a.id desc)
    from activations a left join staff_users u on u.id = a.staff_id where a.course_id = c.id
  ), '[]') as activations,
  ${migrationsOf('c.canvas_domain', 'c.canvas_course_id')} as migrations
from courses c ${SCHOOL_JOIN} ${CONNECTION_JOINS}`

const listByContext = queryRows<Row, [contextId: string]>(
  'staff_courses_by_context',
  `${SELECT} where c.context_id = $1 order by c.id`,
)
const listById = queryRows<Row, [ids: number[]]>('staff_course_by_id', `${SELECT} where c.id = any($1)`)

const toCourse = (row: Row): StaffCourse => ({
  ...row,
  activations: row.activations.map(a => ({ ...a, activatedAt: new Date(a.activatedAt) })),
})

/** Lists all courses with this context id, which is unique only within one school. */
export const listStaffCourses = async (db: Queryable, contextId: string): Promise<StaffCourse[]> =>
  (await listByContext(db, contextId)).map(toCourse)

export const listStaffCoursesByIds = async (db: Queryable, ids: number[]): Promise<StaffCourse[]> =>
  (await listById(db, ids)).map(toCourse)

export const getStaffCourse = async (db: Queryable, id: number): Promise<StaffCourse> => {
  const course = await findStaffCourse(db, id)
  if (!course) throw new Error(`course ${id} does not exist`)
  return course
}

export const findStaffCourse = async (db: Queryable, id: number): Promise<StaffCourse | null> =>
  (await listStaffCoursesByIds(db, [id]))[0] ?? null

/** Returns the school of a course. Throws when the course does not exist. */
export const getSchoolOf = async (db: Queryable, id: number): Promise<number> => {
  const [course] = await db.orm.select({ schoolId: courses.schoolId }).from(courses).where(eq(courses.id, id))
  if (!course) throw new Error(`course ${id} does not exist`)
  return course.schoolId
}

export const lockCourse = async (tx: Tx, id: number): Promise<void> => {
  await tx.orm.select({ id: courses.id }).from(courses).where(eq(courses.id, id)).for('update')
}

export const saveCourseSettings = async (
  tx: Tx,
  id: number,
  change: Partial<CourseChoices>,
  now: Date,
): Promise<void> => {
  await tx.orm
    .update(courses)
    .set({ ...change, updatedAt: now })
    .where(eq(courses.id, id))
}

export const saveCourseProducts = async (tx: Tx, courseId: number, productIds: number[]): Promise<void> => {
  await tx.orm.delete(courseProducts).where(eq(courseProducts.courseId, courseId))
  if (productIds.length > 0)
    await tx.orm.insert(courseProducts).values(productIds.map(productId => ({ courseId, productId })))
}

export const saveActivation = async (
  tx: Tx,
  given: { courseId: number; staffId: number | null; productIds: number[]; now: Date },
): Promise<void> => {
  const { now, ...row } = given
  await tx.orm.insert(activations).values({ ...row, activatedAt: now })
}

/** Deletes the newest activation that nobody of staff did. Without another, the course waits to be activated again. */
export const deleteSystemActivation = execute<[courseId: number]>(
  'system_activation_deleted',
  `with removed as (
     delete from activations where id = (select max(id) from activations where course_id = $1 and staff_id is null) returning id
   )
   update courses set was_activated = exists (select from activations where course_id = $1 and id not in (select id from removed))
   where id = $1`,
)

const HAS_PRODUCT = 'exists (select from course_products cp where cp.course_id = c.id)'

const STATES: Record<keyof typeof courseStates, string> = {
  active: HAS_PRODUCT,
  waiting: `not ${HAS_PRODUCT}`,
  ended: 'c.expires_at < now()',
}

/** SQL for the numbers of people with access, and of students without, read once. */
const PEOPLE = `(
  select array[count(e.processed_at), count(*) filter (where e.processed_at is null and e.role = 'learner')]::int[]
  from entitlements e where e.course_id = c.id
)`

const LIST_COLUMNS = `c.id, ${COURSE_VERSION} as version, c.context_id as "contextId", ${COURSE_NAME} as title, s.name as school,
  array(select r.product_code from course_products cp join products r on r.id = cp.product_id where cp.course_id = c.id order by 1) as products,
  ${PEOPLE} as people,
  ${COURSE_BEGINS} as "beginsAt", c.created_at as "createdAt"`

/** A context id has no space and at least one digit. */
const CONTEXT_ID = /^(?=.*\d)\S+$/

/**
 * SQL condition that each typed word begins a word of the title or label, or that the context id begins with what was
 * typed; null for nothing. Each part is an index. Both together read the words of each row again, so other texts than
 * ids are not sought among the ids.
 */
const isCalled = (typed: string, values: SqlValues): string | null => {
  if (typed === '') return null
  const words = wordsOf(typed)
  if (words.length === 0) return 'false'
  const name = `${COURSE_WORDS} @@ to_tsquery('simple', ${values.add(wordQuery(words))})`
  if (!CONTEXT_ID.test(typed)) return name
  return `(${name} or lower(c.context_id) like ${values.add(`${escaped(typed.toLowerCase())}%`)})`
}

/** SQL condition that a course has a product. Its numbers are listed: the planner would look for few rows in order. */
const hasProduct = (productCode: string | undefined, values: SqlValues): string | null =>
  productCode
    ? `c.id = any(array(select cp.course_id from course_products cp join products r on r.id = cp.product_id where r.product_code = ${values.add(productCode)}))`
    : null

/** Lists courses of the schools of the role, a page at a time. */
export const listCourses = (
  { db }: { db: Queryable },
  query: ListQuery,
  by: Pick<Staff, 'schools'>,
): Promise<ListPage<ListedCourse>> => {
  const values = new SqlValues()
  const { state = '', version, product, ...others } = query.filters
  return listRows(
    db,
    {
      select: LIST_COLUMNS,
      from: `courses c ${SCHOOL_JOIN}`,
      narrow: 'courses c',
      where: [
        isCalled(query.words, values),
        ...courseConditions(others, by, values),
        hasProduct(product, values),
        isKeyOf(STATES, state) ? STATES[state] : null,
        version === '1.3' ? 'c.deployment_id is not null' : null,
      ],
      id: 'c.id',
      sorts: {
        newest: { by: 'c.created_at', kind: 'time', descends: true },
        name: { by: `lower(${COURSE_NAME})`, kind: 'text' },
      },
      values,
    },
    query,
  )
}

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
