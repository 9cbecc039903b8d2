import { type CardSession, moneyText } from '../domain/card.ts'
import type { CheckoutStatus } from '../domain/payment.ts'
import { type Checkout, findCheckout, listOverdue } from '../store/queries/checkouts.ts'
import { getPaymentState, type Reconciliation, saveReconciliation } from '../store/queries/reconciliations.ts'
import type { Deps } from './deps.ts'
import { readLabel } from './steps/checkout-label.ts'
import { type Fulfilled, fulfilCheckout } from './steps/fulfil-checkout.ts'
import { recordPaymentFact } from './steps/record-payment-fact.ts'

/** The provider sends an event for three days; what is older than twice that has had its comparisons. */
const DAYS = 7
const MOST_LINES = 500

/**
 * Compares the provider's sessions with our rows, heals what is safe and lists the rest. Safe are the same steps that an
 * event would have taken; what only a person can decide, like a dispute whose end nobody told us, is listed. Null: no
 * card provider is set up.
 */
export const reconcile =
  (deps: Deps) =>
  async (actor: string): Promise<Reconciliation | null> => {
    const { card, db, clock, log } = deps
    if (!card) return null
    const at = clock.now()
    const healed: string[] = []
    const open: string[] = []
    const seen = new Set<string>()
    for await (const session of card.gateway.listSessions(new Date(at.getTime() - DAYS * 24 * 60 * 60 * 1000))) {
      const known = await findCheckout(db, session.id)
      if (!known && !readLabel(session.metadata)) continue
      seen.add(session.id)
      const told = await compare(deps, session, known)
      healed.push(...told.healed)
      open.push(...told.open)
    }
    for (const sessionId of (await listOverdue(db, at)).filter(id => !seen.has(id))) {
      seen.add(sessionId)
      const status = await fulfilCheckout(deps, card.gateway, { sessionId })
      if (status !== 'open' && status !== 'pending') healed.push(`${sessionId}: ${said(status)}`)
      else open.push(`${sessionId}: should have ended by now`)
    }
    const result = {
      at,
      actor,
      compared: seen.size,
      healed: healed.slice(0, MOST_LINES),
      open: open.slice(0, MOST_LINES),
    }
    await saveReconciliation(db, result)
    log.info({ compared: seen.size, healed: healed.length, open: open.length }, 'reconciled with the card provider')
    return result
  }

interface Told {
  healed: string[]
  open: string[]
}

const compare = async (deps: Deps, session: CardSession, known: Checkout | null): Promise<Told> => {
  const { card, db, clock } = deps
  const told: Told = { healed: [], open: [] }
  if (!card) return told
  const before = known?.status ?? 'unknown'
  const status = before === 'paid' || before === 'flagged' ? before : await fulfil(deps, session)
  if (status !== before && (known || status !== 'unknown')) told.healed.push(`${session.id}: ${said(status)}`)
  if (status === 'unknown') told.open.push(`${session.id}: says it is ours, but nobody here has it`)
  if ((status === 'paid' || status === 'flagged') && !session.paid) {
    told.open.push(`${session.id}: paid here, not paid at the card provider`)
  }
  const { charge, paymentIntent, total, currency } = session
  if (!charge || !paymentIntent || (status !== 'paid' && status !== 'flagged')) return told
  const ours = await getPaymentState(db, paymentIntent)
  if (charge.refunded > ours.refunded) {
    const fact = { kind: 'charge' as const, paymentIntent, charged: total, refunded: charge.refunded }
    await recordPaymentFact(deps, { fact, at: clock.now(), reason: 'refund' })
    told.healed.push(
      `${session.id}: a refund of ${moneyText({ amount: charge.refunded, currency })} was not known here`,
    )
  }
  if (charge.disputed && !ours.disputed) told.open.push(`${session.id}: disputed at the card provider, not known here`)
  return told
}

const fulfil = (deps: Deps, session: CardSession): Promise<Fulfilled> =>
  deps.card ? fulfilCheckout(deps, deps.card.gateway, { sessionId: session.id, session }) : Promise.resolve('unknown')

const sentences: Record<CheckoutStatus | 'unknown', string> = {
  open: 'is open',
  expired: 'had run out',
  pending: 'waits for its money',
  failed: 'its payment failed',
  paid: 'was paid, and was not known to be',
  flagged: 'was paid, but not as asked for',
  unknown: 'nobody here has it',
}
const said = (status: CheckoutStatus | 'unknown'): string => sentences[status]
