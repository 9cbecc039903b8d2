import { isRecord, type SqlValues } from '#src/core/db/row-lists.ts'
import { keysOf } from '#src/core/rules/guards.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import type { Course } from '../../rules/course.ts'
import { parseTerm } from '../../rules/course-list.ts'
import { choiceColumns } from '../../rules/course-settings.ts'

export type CourseRow = Omit<Course, 'id' | 'products'>

/** SQL condition that the school of a course `c` is being moved to another connection, which waits for a decision. */
const IS_MOVING = "exists (select from lms_moves m where m.deployment_id = c.deployment_id and m.state = 'asked')"

const columns: Record<keyof CourseRow, string> = {
  contextId: 'context_id',
  title: 'title',
  label: 'label',
  canvasCourseId: 'canvas_course_id',
  canvasDomain: 'canvas_domain',
  workflowState: 'workflow_state',
  lmsOrigins: 'lms_origins',
  seenOrigins: 'seen_origins',
  lmsCourseUrl: 'lms_course_url',
  termEndsAt: 'term_ends_at',
  isMoving: IS_MOVING,
  ...choiceColumns,
}

/** SQL for the columns of a course `c`, named as in `Course`. */
export const COURSE_COLUMNS = Object.entries(columns)
  .map(([field, column]) => `${column === IS_MOVING ? column : `c.${column}`} as "${field}"`)
  .join(', ')

/** SQL for the name of a course `c`. */
export const COURSE_NAME = 'coalesce(c.title, c.label, c.context_id)'

/** SQL for the words of a course `c` by which staff find it, as in the index `courses_names`. */
export const COURSE_WORDS = "name_words(coalesce(c.title, '') || ' ' || coalesce(c.label, ''))"

/** SQL for the LTI version of a course `c`. */
export const COURSE_VERSION = "case when c.consumer_id is null then '1.3' else '1.1' end"

/** SQL for a token that opens a course `c` of LTI 1.3, of any person in it; null for LTI 1.1. */
export const COURSE_TOKEN =
  'case when c.consumer_id is null then (select e.token from entitlements e where e.course_id = c.id order by e.person_id limit 1) end'

/** SQL that joins the school `s` of a course `c`. Its name is `s.name`. */
export const SCHOOL_JOIN = 'join schools s on s.id = c.school_id'

/** SQL that joins the connection of a course `c`: a consumer `k`, or a deployment `d` on a platform `f`. */
export const CONNECTION_JOINS =
  'left join consumers k on k.id = c.consumer_id left join deployments d on d.id = c.deployment_id left join platforms f on f.id = d.platform_id'

/** SQL condition that a course `c` is in one of these schools: a parameter with their ids, or null for all (`Staff.schools`). */
export const inSchools = (schools: string): string => `(${schools}::bigint[] is null or c.school_id = any(${schools}))`

const products = (more = '', join = '') => `coalesce((
    select json_agg(json_build_object('id', r.id, 'productCode', r.product_code, 'name', r.name, 'stripePriceId', r.stripe_price_id, 'unitsForTeacher', r.units_for_teacher, 'isFree', r.is_free${more}) order by r.product_code)
    from course_products cp join products r on r.id = cp.product_id ${join} where cp.course_id = c.id
  ), '[]')`

/** SQL for the products of a course `c`, as a JSON list of `Product`. */
export const PRODUCTS = products()

/** The same, each with its `price` as the card provider told it last, or null. */
export const PRICED_PRODUCTS = products(
  `, 'price', case when q.stripe_price_id is not null then json_build_object('priceId', q.stripe_price_id, 'amount', q.amount,
      'currency', q.currency, 'sells', q.sells, 'fetchedAt', q.fetched_at) end`,
  'left join prices q on q.stripe_price_id = r.stripe_price_id',
)

/** SQL for the content migrations into a Canvas course, newest first, as a JSON list of `ContentMigration`. */
export const migrationsOf = (domain: string, courseId: string): string => `coalesce((
    select json_agg(json_build_object('id', m.id, 'progressUrl', m.progress_url, 'workflowState', m.workflow_state, 'sourceCourseName', m.source_course_name, 'completion', m.completion) order by length(m.id) desc, m.id desc)
    from content_migrations m where m.domain = ${domain} and m.course_id = ${courseId}
  ), '[]')`

/** SQL for the school `s` of a course `c` as JSON of type `School`. */
export const SCHOOL_JSON = `json_build_object('name', s.name, 'acceptsPayment', s.accepts_payment, 'acceptsAccessCode', s.accepts_access_code,
    'isK12', s.is_k12, 'yearlyAccess', s.yearly_access,
    'isHosted', coalesce((select k.is_hosted from consumers k where k.id = c.consumer_id), false))`

/** Picks the course from a row that has more columns. */
export const courseOf = (id: number, row: CourseRow & Pick<Course, 'products'>): Course => ({
  ...(Object.fromEntries(keysOf(columns).map(name => [name, row[name]])) as unknown as CourseRow),
  id,
  products: row.products,
})

/** SQL for the instant at which a course `c` begins, which decides its term. */
export const COURSE_BEGINS = 'coalesce(c.term_starts_at, c.created_at)'

/** SQL conditions that a course `c` is in a school of the role and passes these filters. Null for those not set. */
export const courseConditions = (
  { course, school, term, product }: Record<string, string>,
  by: Pick<Staff, 'schools'>,
  values: SqlValues,
): (string | null)[] => [
  by.schools && inSchools(values.add(by.schools)),
  isRecord('c.id', course, values),
  isRecord('c.school_id', school, values),
  termCondition(term, values),
  product
    ? `exists (select from course_products cp join products r on r.id = cp.product_id where cp.course_id = c.id and r.product_code = ${values.add(product)})`
    : null,
]

const termCondition = (typed: string | undefined, values: SqlValues): string | null => {
  const term = parseTerm(typed)
  return term && `${COURSE_BEGINS} >= ${values.add(term.from)} and ${COURSE_BEGINS} < ${values.add(term.to)}`
}

const RECENT = "now() - interval '180 days'"

/**
 * SQL for the table of courses that were launched and never activated. Excludes courses whose products staff removed, and
 * courses nobody opened in the last 180 days. Every page of the back office counts them: `offset 0` keeps the planner to
 * this order, first the few courses that were never activated, then the first recent person of each. `was_activated` may
 * be late, so it only narrows the search. A course whose school is being moved waits for that decision.
 */
export const COURSES_WAITING = `(
  select c.* from (
    select c.* from courses c where not c.was_activated
      and not exists (select from course_products cp where cp.course_id = c.id)
      and not exists (select from activations a where a.course_id = c.id) and not ${IS_MOVING} offset 0
  ) c
  where exists (select from entitlements e where e.course_id = c.id and e.created_at > ${RECENT} offset 0)
    or c.created_at > ${RECENT} and exists (select from course_teachers t where t.course_id = c.id offset 0)
  offset 0)`

/**
 * SQL for the connections of the LMS of course $1: its own, and those that replace it or that it replaces, by decisions of
 * staff. A connection is written 'c' with the id of a consumer, or 'd' with the id of a deployment.
 */
export const SAME_LMS = `
with recursive replaced as (
  select 'd' || deployment_id as a, coalesce('c' || consumer_id, 'd' || from_deployment_id) as b
  from lms_moves where state = 'replaces'
),
lms (connection) as (
  select coalesce('c' || c.consumer_id, 'd' || c.deployment_id) from courses c where c.id = $1
  union
  select case when r.a = l.connection then r.b else r.a end from lms l join replaced r on l.connection in (r.a, r.b)
)`

/** SQL condition that the courses of a link `r` between two rows (carried_rows) were parted. The people are not yet. */
export const COURSES_PARTED = `not exists (
    select from entitlements e join courses c on c.id = e.course_id join courses o on o.one_course = c.one_course
      join entitlements x on x.course_id = o.id where e.id = r.entitlement_id and x.id = r.other_id)`
