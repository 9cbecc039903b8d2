import * as z from 'zod'
import type { CourseReason, StaffCourse } from './rules/activation.ts'
import type { GateReason } from './rules/course.ts'
import type { JoinReason } from './rules/join-course.ts'
import type { ProductReason } from './rules/product-form.ts'
import type { OfferedProduct } from './rules/waiting-courses.ts'

/** HTTP statuses of the reasons to refuse a product. The call is about the product. */
export const productStatus: Record<ProductReason, number> = {
  product_not_found: 404,
  product_exists: 409,
  price_not_found: 422,
  price_unchecked: 502,
}

/** HTTP statuses of the reasons to refuse a change of courses. A product is a field of these calls. */
export const courseStatus: Record<CourseReason, number> = {
  course_not_found: 404,
  course_ambiguous: 409,
  course_changed: 409,
  product_not_found: 422,
  products_unconfirmed: 409,
  one_product_only: 422,
  last_access_method: 422,
  day_in_past: 422,
  access_date_in_past: 422,
  no_course_chosen: 422,
  no_product_chosen: 422,
  school_not_found: 404,
}

/** HTTP statuses of the reasons to refuse a join link. */
export const joinStatus: Record<JoinReason, number> = {
  no_token: 403,
  link_not_found: 404,
  not_twa_hosted: 403,
  course_expired: 403,
  no_products: 403,
  workflow_not_available: 403,
}

/** HTTP statuses of the reasons why a person cannot enter a course. */
export const gateStatus: Record<GateReason, number> = {
  course_not_activated: 409,
  sign_up_ended: 403,
  codes_not_accepted: 403,
  cards_not_accepted: 403,
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
