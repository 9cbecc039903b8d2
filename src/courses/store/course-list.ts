import type { Queryable } from '#src/core/db/db.ts'
import { escaped, listRows, SqlValues } from '#src/core/db/list-rows.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import { wordsOf } from '#src/core/rules/normalize.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import type { courseStates, ListedCourse } from '../rules/course-list.ts'
import { COURSE_NAME, COURSE_TOKEN, COURSE_VERSION, COURSE_WORDS, SCHOOL_JOIN } from './schema/course-columns.ts'
import { COURSE_BEGINS, courseConditions } from './schema/course-filters.ts'

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

const SELECT = `c.id, ${COURSE_VERSION} as version, c.context_id as "contextId", ${COURSE_NAME} as title, s.name as school,
  array(select r.product_code from course_products cp join products r on r.id = cp.product_id where cp.course_id = c.id order by 1) as products,
  ${PEOPLE} as people,
  ${COURSE_BEGINS} as "beginsAt", c.created_at as "createdAt",
  ${COURSE_TOKEN} as token`

/** A context id has no space and at least one digit. */
const CONTEXT_ID = /^(?=.*\d)\S+$/

/**
 * SQL condition that each typed word begins a word of the title or label, or that the context id begins with what was
 * typed; null for nothing. Each part is an index. Both together read the words of each row again, so other texts than
 * ids are not sought among the ids.
 */
const isCalled = (typed: string, values: SqlValues): string | null => {
  const words = wordsOf(typed)
  if (words.length === 0) return null
  const name = `${COURSE_WORDS} @@ to_tsquery('simple', ${values.add(words.map(word => `${word}:*`).join(' & '))})`
  if (!CONTEXT_ID.test(typed)) return name
  return `(${name} or lower(c.context_id) like ${values.add(`${escaped(typed.toLowerCase())}%`)})`
}

/** SQL condition that a course has a product. Its numbers are listed: the planner would look for few rows in order. */
const hasProduct = (productCode: string | undefined, values: SqlValues): string | null =>
  productCode
    ? `c.id = any(array(select cp.course_id from course_products cp join products r on r.id = cp.product_id where r.product_code = ${values.add(productCode)}))`
    : null

/** Lists the courses of both LTI versions in the schools of the role. */
export const listCourseRows = (
  db: Queryable,
  query: ListQuery,
  by: Pick<Staff, 'schools'>,
): Promise<ListPage<ListedCourse>> => {
  const values = new SqlValues()
  const { state = '', version, product, ...others } = query.filters
  return listRows(
    db,
    {
      select: SELECT,
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
