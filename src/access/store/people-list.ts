import type { Queryable } from '#src/core/db/db.ts'
import { listRows, SqlValues } from '#src/core/db/list-rows.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { COURSE_NAME, SCHOOL_JOIN } from '#src/courses/store/schema/course-columns.ts'
import { courseConditions } from '#src/courses/store/schema/course-filters.ts'
import type { ListedPerson, peopleStates } from '../rules/people-list.ts'
import { PERSON_NAME } from './schema/people.ts'
import { listPeopleCalled } from './schema/people-named.ts'

/** The rows of some people. `offset 0` keeps the planner from reading all rows in the order of the list. */
const rowsOfPeople = (ids: string) => `(select * from entitlements where person_id = any(${ids}::bigint[]) offset 0) x`

const STATES: Record<keyof typeof peopleStates, string> = {
  in: 'x.processed_at is not null',
  waiting: 'x.processed_at is null and x.unprocessed_at is null',
  out: 'x.unprocessed_at is not null and x.processed_at is null',
}

const SELECT = `x.token, x.person_id as "personId", ${PERSON_NAME} as name, p.email, c.id as "courseId", ${COURSE_NAME} as course, s.name as school,
  array(select r.product_code from course_products cp join products r on r.id = cp.product_id where cp.course_id = c.id order by 1) as products,
  x.processed_at is not null as "isIn", x.is_test as "isTest", x.source, x.access_ends_at as "endsAt", x.created_at as "createdAt"`

const FEW_COURSES = 200
const FEW_PEOPLE = 2000

/** The person and course of a row, and the school. */
const JOINS = `join people p on p.id = x.person_id join courses c on c.id = x.course_id ${SCHOOL_JOIN}`

/**
 * Condition that the course is one of the filtered courses, if they have few people; the query then uses an index. The
 * planner cannot estimate this and would scan the whole table. Null without filters or with many people.
 */
const isInFewCourses = async (
  db: Queryable,
  { filters }: ListQuery,
  by: Pick<Staff, 'schools'>,
  values: SqlValues,
): Promise<string | null> => {
  const own = new SqlValues()
  const conditions = courseConditions(filters, by, own).filter(condition => condition !== null)
  if (conditions.length === 0) return null
  const { rows } = await db.client.query<{ id: number; people: number }>(
    `select c.id, (select count(*)::int from (select from entitlements e where e.course_id = c.id limit ${FEW_PEOPLE}) n) as people
     from courses c where ${conditions.join(' and ')} limit ${FEW_COURSES + 1}`,
    own.all,
  )
  const people = rows.reduce((sum, row) => sum + row.people, 0)
  if (rows.length > FEW_COURSES || people >= FEW_PEOPLE) return null
  return `x.course_id = any(${values.add(rows.map(r => r.id))}::bigint[])`
}

/** Lists people in courses of the schools of the role. A person in two courses has two rows. */
export const listPeopleRows = async (
  db: Queryable,
  query: ListQuery,
  by: Pick<Staff, 'schools'>,
): Promise<ListPage<ListedPerson>> => {
  const values = new SqlValues()
  const { state = '' } = query.filters
  const called = await listPeopleCalled(db, query.words)
  const rows = called ? rowsOfPeople(values.add(called)) : 'entitlements x'
  const ofCourses = courseConditions(query.filters, by, values)
  return listRows(
    db,
    {
      select: SELECT,
      from: `${rows} ${JOINS}`,
      narrow: ofCourses.every(condition => condition === null) ? rows : undefined,
      where: [await isInFewCourses(db, query, by, values), ...ofCourses, isKeyOf(STATES, state) ? STATES[state] : null],
      id: 'x.id',
      sorts: {
        newest: { by: 'x.created_at', kind: 'time', descends: true },
        oldest: { by: 'x.created_at', kind: 'time' },
      },
      values,
    },
    query,
  )
}
