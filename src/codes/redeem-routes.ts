import type { FastifyReply } from 'fastify'
import type { Clock } from '#src/core/clock.ts'
import { acceptedLanguage } from '#src/core/rules/languages/language.ts'
import { secondsUntil } from '#src/core/rules/time.ts'
import { type JsonScope, makeRefuser } from '#src/http/json-calls.ts'
import { codeSlot } from '#src/signed-help/rules/code-slot.ts'
import type { HelpSlot } from '#src/signed-help/rules/help-slots.ts'
import { paths } from '#views/paths.ts'
import * as contract from './contract.ts'
import type { Redeemed } from './redeem-access-code.ts'
import { type RedeemRefused, redeemRefusalText } from './rules/redeem-texts.ts'
import { redeemAccessCode } from "./redeem-access-code.ts";
import type { SignedHelp } from "#src/signed-help/signed-help.ts";
import type { Codes } from "./index.ts";

const { redeemStatus } = contract

interface CodeCall {
  clock: Clock
  /** Name of the code's field in this call. */
  field: string
  /** The call of the payment page with sign-up, which words some answers in its own way. */
  onPay?: boolean
  /** Counts the step or error that the person sees next, for signed help. */
  countSeen(slot: HelpSlot): void
}

/** Sends the answer to a code, or its refusal. */
export const sendRedeemed = (
  reply: FastifyReply,
  redeemed: Redeemed,
  { clock, field, onPay = false, countSeen }: CodeCall,
): FastifyReply | contract.CodeReply => {
  const language = acceptedLanguage(reply.request.headers['accept-language'])
  const outcome = redeemed.ok ? redeemed.status : redeemed.reason
  if (outcome === 'PROCESSED') countSeen('thank-you')
  else if (outcome !== 'OK') countSeen(codeSlot(outcome))
  if (redeemed.ok) return contract.toCodeReply(redeemed, { onPay, language })
  if ('until' in redeemed) reply.header('retry-after', secondsUntil(redeemed.until, clock.now()))
  const refused = makeRefuser(redeemStatus, (refusal: RedeemRefused) => ({
    message: redeemRefusalText(refusal, { onPay, language }).message,
    ...(redeemStatus[refusal.reason] === 422 ? { field } : {}),
  }))
  return refused(reply, redeemed)
}

interface RedeemCallsDeps {
  codes: Pick<Codes, 'redeemAccessCode'>
  clock: Clock
  signedHelp: Pick<SignedHelp, 'countSeen'>
}

/** Mounts the calls that the payment page inside an LMS uses to redeem codes. */
export const mountRedeemCalls = (
  scope: JsonScope,
  { codes, clock, signedHelp: { countSeen } }: RedeemCallsDeps,
): void => {
  scope.post(paths.verifyCouponCode, { schema: contract.verifyCouponCodeCall }, async (request, reply) => {
    const { enroll_token: token, coupon_code: code, agreed } = request.body
    const redeemed = await redeemAccessCode(app, { token, code, agreed, address: request.ip })
    return sendRedeemed(reply, redeemed, { clock, field: 'coupon_code', countSeen })
  })

  scope.post(paths.verifyAccessCode, { schema: contract.verifyAccessCodeCall }, async (request, reply) => {
    const { token, access_code: code, agreed } = request.body
    const redeemed = await redeemAccessCode(app, { token, code, agreed, address: request.ip })
    return sendRedeemed(reply, redeemed, { clock, field: 'access_code', countSeen })
  })
}
