import type { School } from '#src/schools/rules/school.ts'
import type { Course } from '../rules/course.ts'

/** Column names that every query selecting a course uses. */
export interface CourseColumns {
  context_id: string
  title: string | null
  label: string | null
  canvas_course_id: string | null
  canvas_domain: string | null
  workflow_state: string
  lms_origins: string[]
  term_ends_at: Date | null
  expires_at: Date | null
  products: Course['products']
}

/** Columns of a course and its school. */
export interface CourseRow extends CourseColumns {
  school_name: string
  accepts_payment: boolean
  accepts_access_code: boolean
  is_k12: boolean
  is_hosted: boolean
}

/** SQL for the products of a course `c`, as a JSON list of `Product`. */
export const PRODUCTS = `coalesce((
    select json_agg(json_build_object('id', r.id, 'productCode', r.product_code, 'name', r.name, 'stripePriceId', r.stripe_price_id, 'unitsForTeacher', r.units_for_teacher, 'isFree', r.is_free) order by r.product_code)
    from course_products cp join products r on r.id = cp.product_id where cp.course_id = c.id
  ), '[]')`

/** SQL for the name of an LTI 1.3 school: its deployment's name, or else the domain of its platform `f`. */
export const deploymentSchool = (deployment = 'd'): string => `coalesce(${deployment}.name, f.domain)`

/** SQL for a course's school name: a consumer `s` (1.1), or a deployment `d` on a platform `f` (1.3). */
export const SCHOOL_NAME = `coalesce(s.name, ${deploymentSchool()})`

/** SQL condition for a school `s` that takes cards. A K-12 school does so only when staff allowed it. */
export const TAKES_CARDS = 's.accepts_payment and (s.takes_cards_k12 or not s.is_k12)'

export const courseOf = (id: number, row: CourseColumns): Course => ({
  id,
  contextId: row.context_id,
  title: row.title,
  label: row.label,
  canvasCourseId: row.canvas_course_id,
  canvasDomain: row.canvas_domain,
  workflowState: row.workflow_state,
  lmsOrigins: row.lms_origins,
  termEndsAt: row.term_ends_at,
  expiresAt: row.expires_at,
  products: row.products,
})

export const schoolOf = (row: CourseRow): School => ({
  name: row.school_name,
  acceptsPayment: row.accepts_payment,
  acceptsAccessCode: row.accepts_access_code,
  isK12: row.is_k12,
  isHosted: row.is_hosted,
})
