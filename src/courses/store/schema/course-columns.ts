import type { Course } from '../../rules/course.ts'

/** A row with COURSE_COLUMNS. */
export type CourseRow = Omit<Course, 'id' | 'products'>

const columns = {
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
  accessUntil: 'access_until',
  expiresAt: 'expires_at',
} satisfies Record<keyof CourseRow, string>

/** SQL for the columns of a course `c`, named as in `Course`. */
export const COURSE_COLUMNS = Object.entries(columns)
  .map(([field, column]) => `c.${column} as "${field}"`)
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

/**
 * SQL that joins the connection of a course `c`: a consumer `k` (LTI 1.1), or a deployment `d` on a platform `f` (1.3).
 */
export const CONNECTION_JOINS =
  'left join consumers k on k.id = c.consumer_id left join deployments d on d.id = c.deployment_id left join platforms f on f.id = d.platform_id'

/** SQL condition that a course `c` is in one of these schools: a parameter with their ids, or null for all (`Staff.schools`). */
export const inSchools = (schools: string): string => `(${schools}::bigint[] is null or c.school_id = any(${schools}))`

/** SQL for the products of a course `c`, as a JSON list of `Product`. */
export const PRODUCTS = `coalesce((
    select json_agg(json_build_object('id', r.id, 'productCode', r.product_code, 'name', r.name, 'stripePriceId', r.stripe_price_id, 'unitsForTeacher', r.units_for_teacher, 'isFree', r.is_free) order by r.product_code)
    from course_products cp join products r on r.id = cp.product_id where cp.course_id = c.id
  ), '[]')`

/** SQL for the content migrations into a Canvas course, newest first, as a JSON list of `ContentMigration`. */
export const contentMigrations = (domain: string, courseId: string): string => `coalesce((
    select json_agg(json_build_object('id', m.id, 'progressUrl', m.progress_url, 'workflowState', m.workflow_state, 'sourceCourseName', m.source_course_name, 'completion', m.completion) order by length(m.id) desc, m.id desc)
    from content_migrations m where m.domain = ${domain} and m.course_id = ${courseId}
  ), '[]')`

/** SQL for the school `s` of a course `c` as JSON of type `School`. */
export const SCHOOL_JSON = `json_build_object('name', s.name, 'acceptsPayment', s.accepts_payment, 'acceptsAccessCode', s.accepts_access_code,
    'isK12', s.is_k12, 'yearlyAccess', s.yearly_access,
    'isHosted', coalesce((select k.is_hosted from consumers k where k.id = c.consumer_id), false))`

/** Picks the course from a row that has more columns. */
export const courseOf = (id: number, row: CourseRow & Pick<Course, 'products'>): Course => ({
  id,
  contextId: row.contextId,
  title: row.title,
  label: row.label,
  canvasCourseId: row.canvasCourseId,
  canvasDomain: row.canvasDomain,
  workflowState: row.workflowState,
  lmsOrigins: row.lmsOrigins,
  seenOrigins: row.seenOrigins,
  lmsCourseUrl: row.lmsCourseUrl,
  termEndsAt: row.termEndsAt,
  accessUntil: row.accessUntil,
  expiresAt: row.expiresAt,
  products: row.products,
})
