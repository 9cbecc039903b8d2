import type { FastifyReply } from 'fastify'
import type { App, Needs } from '#src/context.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { type JsonScope, languageOfCall, makeRefuser, withRetryAfter } from '#src/http/json-calls.ts'
import { codeSlot } from '#src/messages/rules/code-slot.ts'
import { paths } from '#views/paths.ts'
import * as contract from './contract.ts'
import { type Redeemed, redeemAccessCode } from './redemptions.ts'
import { maskOpenCodes } from './rules/entitlement.ts'
import type { RedeemRefused } from './rules/redemption.ts'
import { accessRefusals } from './texts/access-refusals.ts'
import { redeemRefusalText } from './texts/redemption.ts'
import { findEntitlement } from './tokens.ts'

const refused = makeRefuser(contract.accessStatus, accessRefusals)

/** Mounts the calls with which the payment page reads a person's own row. */
export const mountOwnAccessCalls = (scope: JsonScope, app: Needs<'clock' | 'db' | 'jobs'>): void => {
  scope.post(paths.getEnrollment, { schema: contract.getEnrollmentCall }, async (request, reply) => {
    const found = await findEntitlement(app, request.body.enroll_token)
    if (found?.kind !== 'enrollment') return refused(reply, refuse('token_not_found'))
    return { lti_enrollment: contract.toWireEnrollment(maskOpenCodes(found)) }
  })

  scope.get(paths.getMembership, { schema: contract.getMembershipCall }, async (request, reply) => {
    const found = await findEntitlement(app, request.query.token)
    if (found?.kind !== 'membership') return refused(reply, refuse('membership_not_found'))
    return { membership: contract.toWireMembership(maskOpenCodes(found)) }
  })
}

const { redeemStatus } = contract

interface CodeCall {
  /** Name of the code's field in this call. */
  field: string
  /** The call of the payment page with sign-up, which words some answers in its own way. */
  onPay?: boolean
}

/** Sends the answer to a code, or its refusal. */
export const sendRedeemed = (
  reply: FastifyReply,
  redeemed: Redeemed,
  { clock, signedHelp: { countSeen } }: Needs<'clock' | 'signedHelp'>,
  { field, onPay = false }: CodeCall,
): FastifyReply | contract.CodeReply => {
  const language = languageOfCall(reply.request)
  const outcome = redeemed.ok ? redeemed.status : redeemed.reason
  if (outcome === 'PROCESSED') countSeen('thank-you')
  else if (outcome !== 'OK') countSeen(codeSlot(outcome))
  if (redeemed.ok) return contract.toCodeReply(redeemed, { onPay, language })
  const refused = makeRefuser(redeemStatus, (refusal: RedeemRefused) => ({
    message: redeemRefusalText(refusal, { onPay, language }).message,
    ...(redeemStatus[refusal.reason] === 422 ? { field } : {}),
  }))
  return refused(withRetryAfter(reply, redeemed, clock.now()), redeemed)
}

/** Mounts the calls that the payment page inside an LMS uses to redeem codes. */
export const mountRedeemCalls = (scope: JsonScope, app: App): void => {
  scope.post(paths.verifyCouponCode, { schema: contract.verifyCouponCodeCall }, async (request, reply) => {
    const { enroll_token: token, coupon_code: code, agreed } = request.body
    const redeemed = await redeemAccessCode(app, { token, code, agreed, address: request.ip })
    return sendRedeemed(reply, redeemed, app, { field: 'coupon_code' })
  })

  scope.post(paths.verifyAccessCode, { schema: contract.verifyAccessCodeCall }, async (request, reply) => {
    const { token, access_code: code, agreed } = request.body
    const redeemed = await redeemAccessCode(app, { token, code, agreed, address: request.ip })
    return sendRedeemed(reply, redeemed, app, { field: 'access_code' })
  })
}
