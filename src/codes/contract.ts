import * as z from 'zod'
import { accessStatus } from '#src/access/contract.ts'
import { answers } from '#src/core/rules/problem.ts'
import { gateStatus } from '#src/courses/contract.ts'
import { type CodeAnswer, codeStatuses, unchangedReasons } from './rules/access-code.ts'
import { codeAnswerText, type RedeemReason, type Shown } from './rules/redeem-texts.ts'
import type { StaffCoupon, StaffUse } from './rules/staff-coupon.ts'

/** HTTP statuses of the reasons to refuse a student's code. */
export const redeemStatus: Record<RedeemReason, number> = {
  ...gateStatus,
  token_not_found: accessStatus.token_not_found,
  removed_from_course: 409,
  code_required: 422,
  code_malformed: 422,
  code_unknown: 404,
  code_expired: 404,
  code_not_used_here: 404,
  code_busy: 503,
  too_many_wrong_codes: 429,
}

const CodeReply = z.object({
  status: z.enum(codeStatuses),
  message: z.string(),
  /** The reason that an `OK` changed nothing. */
  reason: z.enum(unchangedReasons).optional(),
  products: z.array(z.object({ id: z.int(), name: z.string(), coupon_code: z.string().nullable(), paid: z.boolean() })),
})
export type CodeReply = z.infer<typeof CodeReply>

/** Converts the answer to a code: status, sentence, and the products the course needs. */
export const toCodeReply = (answer: CodeAnswer, at: Partial<Shown> = {}): CodeReply => ({
  status: answer.status,
  message: codeAnswerText(answer, at),
  ...(answer.unchanged ? { reason: answer.unchanged } : {}),
  products: answer.needs.map(n => ({ id: n.id, name: n.product, coupon_code: n.code, paid: n.paid })),
})

const agreed = z.boolean().optional()
const redeemTags = ['Payment page']

export const verifyCouponCodeCall = {
  tags: redeemTags,
  summary: 'Redeems an access code for an enrollment or membership.',
  body: z
    .object({ enroll_token: z.string(), coupon_code: z.string(), agreed })
    .meta({ examples: [{ enroll_token: 'e_TOKEN', coupon_code: 'DEMO-ASL1-0001', agreed: true }] }),
  response: answers(CodeReply),
}
export const verifyAccessCodeCall = {
  tags: redeemTags,
  summary: 'The same for a membership. An LTI 1.3 course has one product, so that one code is enough.',
  body: z.object({ token: z.string(), access_code: z.string(), agreed }),
  response: answers(CodeReply),
}

const text = z.string().max(1000)
export const payCouponCodeCall = {
  tags: redeemTags,
  summary: 'The same on the payment page with sign-up. A join token needs the email that this browser verified.',
  body: z.object({ enroll_token: text, email: text.optional(), coupon_code: text, agreed }),
  response: answers(CodeReply),
}

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
