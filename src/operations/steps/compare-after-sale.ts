import { type DisputeFact, type DisputeState, moneyText, type RefundFact } from '../../domain/card.ts'
import { DAY_MS } from '../../domain/time.ts'
import type { CardGateway } from '../../gateways/stripe/gateway.ts'
import { type Checkout, findCheckoutByPayment } from '../../store/queries/checkouts.ts'
import { findFactState, listOpenDisputes } from '../../store/queries/reconciliations.ts'
import type { Deps } from '../deps.ts'
import { recordPaymentFact } from './record-payment-fact.ts'

/** Sentences for staff: what was put right, and what only a person can. */
export interface Told {
  healed: string[]
  open: string[]
}

/** A bank may send a refund back for a month; a dispute that is open here is asked for however old it is. */
const DAYS = 30

/** Brings refunds and disputes of which no event told us to where their event would have: access, flags and audit alike. */
export const compareAfterSale = async (deps: Deps, gateway: CardGateway): Promise<Told> => {
  const { db, clock } = deps
  const told: Told = { healed: [], open: [] }
  const since = new Date(clock.now().getTime() - DAYS * DAY_MS)
  const compare = async (fact: RefundFact | DisputeFact) => {
    const checkout = await findCheckoutByPayment(db, fact.paymentIntent)
    if (!checkout || (await findFactState(db, fact)) === fact.state) return
    await recordPaymentFact(deps, { fact, at: clock.now() })
    const isHealed = (await findFactState(db, fact)) === fact.state
    told[isHealed ? 'healed' : 'open'].push(`${checkout.sessionId}: ${sentence(fact, checkout, isHealed)}`)
  }
  for await (const refund of gateway.listRefunds(since)) await compare(refund)
  for await (const dispute of gateway.listDisputes(since)) await compare(dispute)
  for (const { disputeId, sessionId } of await listOpenDisputes(db)) {
    const dispute = await gateway.findDispute(disputeId)
    if (dispute) await compare(dispute)
    else told.open.push(`${sessionId}: disputed here, and the card provider knows no such dispute`)
  }
  return told
}

const sentence = (fact: RefundFact | DisputeFact, { currency }: Checkout, isHealed: boolean): string => {
  if (fact.kind === 'refund') {
    const amount = moneyText({ amount: fact.amount, currency })
    if (!isHealed) return `a refund of ${amount} failed here, and stands at the card provider`
    return fact.state === 'failed'
      ? `a refund of ${amount} failed, and nobody told us`
      : `a refund of ${amount} was not known here`
  }
  return isHealed ? disputes[fact.state] : 'its dispute has ended here, and is open at the card provider'
}

const disputes: Record<DisputeState, string> = {
  open: 'is disputed, and nobody told us: answer it at the card provider',
  won: 'its dispute ended well, and nobody told us',
  lost: 'its dispute was lost, and nobody told us: what was paid for is closed again',
}
