import { accessStatus } from '#src/access/contract.ts'
import { accessRefusals } from '#src/access/rules/access-refusals.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { type JsonScope, makeRefuser } from '#src/http/json-calls.ts'
import * as contract from './contract.ts'
import type { Payments } from './index.ts'
import { refundMessages, refundRefusals } from './rules/refund.ts'

const refused = makeRefuser(contract.refundStatus, refundRefusals)
const personRefused = makeRefuser(accessStatus, accessRefusals)

/** Mounts the staff calls to review and refund card payments. The scope requires a signed-in staff user. */
export const mountPaymentCalls = (scope: JsonScope, { payments }: { payments: Payments }): void => {
  scope.post('/twa/get_payments', { schema: contract.listPaymentsCall }, async (request, reply) => {
    const found = await payments.listPersonPayments(request.body.token, request.staff!)
    if (!found) return personRefused(reply, refuse('entitlement_not_found'))
    return { payments: found.payments.map(contract.toWirePayment) }
  })

  scope.post('/twa/refund_payment', { schema: contract.refundPaymentCall }, async (request, reply) => {
    const { session_id: sessionId, product_ids: productIds = [], ...rest } = request.body
    const result = await payments.refundPayment({ sessionId, productIds, ...rest }, request.staff!)
    if (!result.ok) return refused(reply, result)
    const { amount, currency, token } = result
    return { message: refundMessages.done, amount, currency, token }
  })

  scope.get('/twa/payment_flags', { schema: contract.listFlagsCall }, async () => ({
    flags: (await payments.listPaymentFlags()).map(contract.toWireFlag),
  }))

  scope.post('/twa/close_payment_flag', { schema: contract.closeFlagCall }, async (request, reply) => {
    const closed = await payments.closePaymentFlag(request.body, request.staff!)
    return closed.ok ? { message: refundMessages.flagClosed } : refused(reply, closed)
  })

  scope.post('/twa/reconcile_payments', { schema: contract.reconcileCall }, async (request, reply) => {
    const started = await payments.startReconciliation(request.staff!)
    return started.ok ? { message: refundMessages.started } : refused(reply, started)
  })

  scope.get('/twa/reconciliations', { schema: contract.listReconciliationsCall }, async () => ({
    reconciliations: (await payments.listReconciliations()).map(contract.toWireReconciliation),
  }))
}
