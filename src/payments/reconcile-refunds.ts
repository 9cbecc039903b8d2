import type { DisputeState } from '#src/access/rules/payment.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { recordPaymentFact } from './record-payment-fact.ts'
import type { CardGateway, DisputeFact, RefundFact } from './rules/card-provider.ts'
import { findFactState, listOpenDisputes } from './store/reconciliations.ts'
import { type Checkout, findCheckoutByPayment } from "#src/access/store/checkouts.ts";
import type { App } from "#src/context.ts";

/** Lines for staff: `healed` was corrected, `open` needs a person. */
export interface ReconciledLines {
  healed: string[]
  open: string[]
}

/** A bank may return a refund for up to a month. Disputes that are open here are checked regardless of age. */
const REFUND_DAYS = 30

/** Applies refunds and disputes whose webhook event never arrived, with the same effects as the event. */
export const reconcileRefundsAndDisputes = async (app: App, gateway: CardGateway): Promise<ReconciledLines> => {
  const { db, clock } = app
  const lines: ReconciledLines = { healed: [], open: [] }
  const since = new Date(clock.now().getTime() - REFUND_DAYS * DAY_MS)
  const compare = async (fact: RefundFact | DisputeFact) => {
    const checkout = await findCheckoutByPayment(db, fact.paymentIntent)
    if (!checkout || (await findFactState(db, fact)) === fact.state) return
    await recordPaymentFact(app, { fact, at: clock.now() })
    const isHealed = (await findFactState(db, fact)) === fact.state
    lines[isHealed ? 'healed' : 'open'].push(`${checkout.sessionId}: ${sentence(fact, checkout, isHealed)}`)
  }
  for await (const refund of gateway.listRefunds(since)) await compare(refund)
  for await (const dispute of gateway.listDisputes(since)) await compare(dispute)
  for (const { disputeId, sessionId } of await listOpenDisputes(db)) {
    const dispute = await gateway.findDispute(disputeId)
    if (dispute) await compare(dispute)
    else lines.open.push(`${sessionId}: disputed here, but the card provider has no such dispute`)
  }
  return lines
}

const sentence = (fact: RefundFact | DisputeFact, { currency }: Checkout, isHealed: boolean): string => {
  if (fact.kind === 'refund') {
    const amount = moneyText({ amount: fact.amount, currency })
    if (!isHealed) return `a refund of ${amount} failed here, but not at the card provider`
    return fact.state === 'failed'
      ? `a refund of ${amount} had failed, without an event`
      : `a refund of ${amount} was missing here`
  }
  return isHealed ? disputes[fact.state] : 'its dispute has ended here, but is open at the card provider'
}

const disputes: Record<DisputeState, string> = {
  open: 'was disputed, without an event: answer the dispute at the card provider',
  won: 'its dispute was won, without an event',
  lost: 'its dispute was lost, without an event: the payment no longer gives access',
}
