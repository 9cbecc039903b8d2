import * as z from 'zod'
import type { StaffCoupon, StaffUse } from './rules/staff-coupon.ts'

const Use = z.object({
  email: z.string().nullable(),
  token: z.string(),
  is_processed: z.boolean(),
  context_title: z.string(),
  attached_at: z.string(),
  voided_at: z.string().nullable(),
})

const toWireUse = (u: StaffUse): z.infer<typeof Use> => ({
  email: u.email,
  token: u.token,
  is_processed: u.isProcessed,
  context_title: u.course,
  attached_at: u.attachedAt.toISOString(),
  voided_at: u.voidedAt?.toISOString() ?? null,
})

export const WireCoupon = z.object({
  id: z.int(),
  coupon_code: z.string(),
  product: z.object({ id: z.int(), product_code: z.string(), name: z.string() }),
  max_usage: z.int(),
  used: z.int(),
  expires_at: z.string().nullable(),
  is_test: z.boolean(),
  lti_enrollments: z.array(Use),
  memberships: z.array(Use),
})

export const toWireCoupon = (k: StaffCoupon): z.infer<typeof WireCoupon> => ({
  id: k.id,
  coupon_code: k.code,
  product: { id: k.product.id, product_code: k.product.productCode, name: k.product.name },
  max_usage: k.maxUsage,
  used: k.used,
  expires_at: k.expiresAt?.toISOString() ?? null,
  is_test: k.isTest,
  lti_enrollments: k.uses.filter(u => u.kind === 'enrollment').map(toWireUse),
  memberships: k.uses.filter(u => u.kind === 'membership').map(toWireUse),
})
