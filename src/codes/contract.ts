import * as z from 'zod'
import { accessStatus } from '#src/access/contract.ts'
import { answers } from '#src/core/rules/problem.ts'
import { gateStatus } from '#src/courses/contract.ts'
import {
  type CodeAnswer,
  codeAnswerText,
  codeStatuses,
  type RedeemReason,
  unchangedReasons,
} from './rules/access-code.ts'

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
  too_many_wrong_codes: 429,
}

const CodeReply = z.object({
  status: z.enum(codeStatuses),
  message: z.string(),
  /** Why an `OK` changed nothing. */
  reason: z.enum(unchangedReasons).optional(),
  products: z.array(z.object({ id: z.int(), name: z.string(), coupon_code: z.string().nullable(), paid: z.boolean() })),
})
export type CodeReply = z.infer<typeof CodeReply>

/** Converts the answer to a code: status, sentence, and the products the course needs. */
export const toCodeReply = (answer: CodeAnswer, at?: { onPay: boolean }): CodeReply => ({
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
  body: z.object({ enroll_token: z.string(), coupon_code: z.string(), agreed }),
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
