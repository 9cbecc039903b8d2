import * as z from 'zod'
import { answers } from '#src/core/rules/calls.ts'
import { type Statuses, withStatus } from '#src/core/rules/outcome.ts'
import type { CourseReason, StaffCourse } from './rules/activation.ts'
import { type AccessEnd, accessEnd, accessEndReasons, type GateReason, isExpired } from './rules/course.ts'
import { choicesFromJson, choicesToJson, wireTypes } from './rules/course-settings.ts'
import type { JoinReason } from './rules/join-course.ts'
import { courseCompletion, migrationCompletion } from './rules/migration-progress.ts'
import type { Product } from './rules/product.ts'
import { ProductForm, type ProductReason } from './rules/product-form.ts'
import type { OfferedProduct } from './rules/waiting-courses.ts'

/** HTTP statuses of the reasons to refuse a product. The call is about the product. */
export const productStatus: Statuses<ProductReason> = {
  product_not_found: 404,
  product_exists: 409,
  price_unchecked: 502,
}

/** HTTP statuses of the reasons to refuse a change of courses. A product is a field of these calls. */
export const courseStatus: Statuses<CourseReason> = {
  course_not_found: 404,
  school_not_found: 404,
  ...withStatus(409, 'course_ambiguous', 'course_changed', 'products_unconfirmed'),
}

export const joinStatus: Statuses<JoinReason> = {
  ...withStatus(403, 'no_token', 'not_twa_hosted', 'course_expired', 'no_products', 'workflow_not_available'),
  link_not_found: 404,
}

export const gateStatus: Statuses<GateReason> = {
  ...withStatus(403, 'sign_up_ended', 'codes_not_accepted', 'cards_not_accepted'),
  school_moving: 409,
  course_not_activated: 409,
}

export const ProductName = z.object({ id: z.int(), product_code: z.string(), name: z.string() })
export const toProductName = (p: OfferedProduct) => ({ id: p.id, product_code: p.productCode, name: p.name })

export const Activation = z.object({
  user_id: z.int().nullable(),
  user_name: z.string(),
  activated_at: z.string(),
  product_codes: z.array(z.string()),
  product_ids: z.array(z.int()).optional(),
  /** In place of `product_ids` for an LTI 1.3 course, which has one product. */
  product_id: z.int().nullable().optional(),
})

export const toWireActivations = (course: StaffCourse): z.infer<typeof Activation>[] =>
  course.activations.map(a => ({
    user_id: a.userId,
    user_name: a.userName,
    activated_at: a.activatedAt.toISOString(),
    product_codes: a.productCodes,
    ...(course.version === '1.3' ? { product_id: a.productIds[0] ?? null } : { product_ids: a.productIds }),
  }))

const tags = ['Courses']
const ids = z.array(z.int()).max(100)

const WireProduct = ProductName.extend({
  stripe_price_id: z.string(),
  units_for_teacher: z.array(z.int()),
})

export const toWireProduct = (p: Product): z.infer<typeof WireProduct> => ({
  ...toProductName(p),
  stripe_price_id: p.stripePriceId,
  units_for_teacher: p.unitsForTeacher,
})

const ProductSaved = z.object({ message: z.string(), product: WireProduct })

export const listProductsCall = {
  tags,
  summary: 'Lists the products.',
  response: answers(z.object({ products: z.array(WireProduct) })),
}
export const checkProductCall = {
  tags,
  summary: 'Finds a product by code.',
  body: z.object({ product_code: z.string() }),
  response: answers(z.object({ product: WireProduct })),
}
export const createProductCall = {
  tags,
  summary: 'Creates a product. `units` are unit numbers from 1 to 19.',
  body: ProductForm,
  response: answers(ProductSaved),
}
export const updateProductCall = {
  tags,
  summary: 'Changes the name, price and units of a product.',
  body: ProductForm,
  response: answers(ProductSaved),
}

const WireCourse = z.object({
  id: z.int(),
  context_id: z.string(),
  context_title: z.string().nullable(),
  context_label: z.string().nullable(),
  canvas_course_id: z.string().nullable(),
  canvas_domain: z.string().nullable(),
  workflow_state: z.string(),
  is_expired: z.boolean(),
  ...wireTypes('1.1', { day: z.string().nullable(), switch: z.boolean() }),
  /** End of access for a student who gets it now, and which date that is. */
  access_ends: z.object({ at: z.string(), because: z.enum(accessEndReasons) }),
  term_info: z.object({ start_at: z.string().nullable(), end_at: z.string().nullable() }),
  products: z.array(ProductName),
  teachers: z.array(z.object({ id: z.int(), display_name: z.string() })),
  lti_consumer: z.object({
    key: z.string(),
    name: z.string(),
    email_domain: z.string().nullable(),
    accepts_payment: z.boolean(),
    accepts_access_code: z.boolean(),
  }),
  lti_activations: z.array(Activation),
  join_token: z.string(),
  completion: z.number(),
  content_migrations: z.array(
    z.object({
      id: z.string(),
      course_id: z.string().nullable(),
      progress_url: z.string().nullable(),
      workflow_state: z.string(),
      source_course_name: z.string(),
      completion: z.number(),
    }),
  ),
})

const toWireAccessEnd = ({ at, because }: AccessEnd) => ({ at: at.toISOString(), because })

export const toWireCourse = (course: StaffCourse, now: Date): z.infer<typeof WireCourse> => ({
  id: course.id,
  context_id: course.contextId,
  context_title: course.title,
  context_label: course.label,
  canvas_course_id: course.canvasCourseId,
  canvas_domain: course.canvasDomain,
  workflow_state: course.workflowState,
  is_expired: isExpired(course, now),
  ...choicesToJson(course, 'field'),
  access_ends: toWireAccessEnd(accessEnd(course, course.school, now)),
  term_info: {
    start_at: course.termStartsAt?.toISOString() ?? null,
    end_at: course.termEndsAt?.toISOString() ?? null,
  },
  products: course.products.map(toProductName),
  teachers: course.teachers.map(t => ({ id: t.id, display_name: t.name })),
  lti_consumer: {
    key: course.school.key,
    name: course.school.name,
    email_domain: course.school.emailDomain,
    accepts_payment: course.school.acceptsPayment,
    accepts_access_code: course.school.acceptsAccessCode,
  },
  lti_activations: toWireActivations(course),
  join_token: course.joinToken,
  completion: courseCompletion(course.migrations),
  content_migrations: course.migrations.map(m => ({
    id: m.id,
    course_id: course.canvasCourseId,
    progress_url: m.progressUrl,
    workflow_state: m.workflowState,
    source_course_name: m.sourceCourseName,
    completion: migrationCompletion(m),
  })),
})

export const findCourseCall = {
  tags,
  summary: 'Finds a course by our id, or by a unique context id.',
  params: z.object({ id: z.string() }),
  response: answers(z.object({ lti_course: WireCourse })),
}
export const findCoursesCall = {
  tags,
  summary: 'Lists the courses with this context id, which is unique only within one school.',
  params: z.object({ id: z.string() }),
  response: answers(z.object({ lti_courses: z.array(WireCourse) })),
}

/** Settings as calls may send them. */
export const sentTypes = { day: z.iso.datetime({ offset: true }).nullish(), switch: z.boolean().optional() }

const Settings = z.object({
  product_ids: ids,
  accepts_payment: z.boolean().optional(),
  accepts_access_code: z.boolean().optional(),
  ...wireTypes('1.1', sentTypes),
})

export const fromWireSettings = (c: z.infer<typeof Settings>) => ({
  productIds: c.product_ids,
  acceptsPayment: c.accepts_payment,
  acceptsAccessCode: c.accepts_access_code,
  ...choicesFromJson(c, 'field'),
})

export const activateLtiCourseCall = {
  tags,
  summary:
    'Sets the products and settings of an LTI 1.1 course. Omitted fields stay unchanged. An empty `product_ids` takes all products away, so that it needs `confirm`.',
  params: z.object({ context_id: z.string() }),
  body: z
    .object({
      lti_course: Settings,
      lti_course_id: z.int().optional(),
      /** Must be true to take all products away. */
      confirm: z.boolean().optional(),
    })
    .meta({ examples: [{ lti_course: { product_ids: [1], expires_at: '2027-05-22T05:00:00.000Z' } }] }),
  response: answers(z.object({ lti_course: WireCourse })),
}
