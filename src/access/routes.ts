import type { FastifyReply } from 'fastify'
import type { App, Needs } from '#src/context.ts'
import { httpStatus, refuse } from '#src/core/rules/outcome.ts'
import { type JsonScope, languageOfCall, makeRefuser, withRetryAfter } from '#src/http/json-calls.ts'
import { codeSlot } from '#src/messages/rules/code-slot.ts'
import { paths } from '#views/paths.ts'
import * as contract from './contract.ts'
import { redeemAccessCode } from './redemptions.ts'
import type { RedeemRefused } from './rules/access-code.ts'
import { maskOpenCodes } from './rules/entitlement.ts'
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

/**
 * Redeems a code and sends the answer, or the refusal. `field` is the name of the code's field in this call. `onPay` is the
 * call of the payment page with sign-up, which words some answers in its own way.
 */
export const sendRedeemed = async (
  reply: FastifyReply,
  app: App,
  given: Parameters<typeof redeemAccessCode>[1],
  { field, onPay = false }: { field: string; onPay?: boolean },
): Promise<FastifyReply | contract.CodeReply> => {
  const redeemed = await redeemAccessCode(app, given)
  const { countSeen } = app.signedHelp
  const language = languageOfCall(reply.request)
  const outcome = redeemed.ok ? redeemed.status : redeemed.reason
  if (outcome === 'PROCESSED') countSeen('thank-you')
  else if (outcome !== 'OK') countSeen(codeSlot(outcome))
  if (redeemed.ok) return contract.toCodeReply(redeemed, { onPay, language })
  const refused = makeRefuser(redeemStatus, (refusal: RedeemRefused) => ({
    message: redeemRefusalText(refusal, { onPay, language }).message,
    ...(httpStatus(redeemStatus, refusal.reason) === 422 ? { field } : {}),
  }))
  return refused(withRetryAfter(reply, redeemed, app.clock.now()), redeemed)
}

/** Mounts the calls that the payment page inside an LMS uses to redeem codes. */
export const mountRedeemCalls = (scope: JsonScope, app: App): void => {
  scope.post(paths.verifyCouponCode, { schema: contract.verifyCouponCodeCall }, async ({ body, ip }, reply) => {
    const { enroll_token: token, coupon_code: code, agreed } = body
    return sendRedeemed(reply, app, { token, code, agreed, address: ip }, { field: 'coupon_code' })
  })

  scope.post(paths.verifyAccessCode, { schema: contract.verifyAccessCodeCall }, async ({ body, ip }, reply) => {
    const { token, access_code: code, agreed } = body
    return sendRedeemed(reply, app, { token, code, agreed, address: ip }, { field: 'access_code' })
  })
}
