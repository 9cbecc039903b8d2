import type { DisputeState } from '#src/access/rules/payment.ts'
import { type Checkout, findCheckout, findCheckoutByPayment, listOverdue } from '#src/access/settlements.ts'
import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { recordPaymentFact } from './card-events.ts'
import { type Fulfilled, type Fulfils, fulfilCheckout, readCheckoutMetadata } from './fulfilments.ts'
import type { CardGateway, CardSession, DisputeFact, RefundFact } from './rules/card-provider.ts'
import { findFactState, listOpenDisputes, type Reconciliation, saveReconciliation } from './store/card-provider.ts'

export { listReconciliations } from './store/card-provider.ts'

/** Stripe retries events for three days. Twice that covers every missed event. */
const SESSION_DAYS = 7
const MAX_LINES = 500

/**
 * Compares Stripe's sessions, refunds and disputes with our rows. Applies what a missed event would have done, and
 * lists the rest for staff. Returns null if no card provider is configured.
 */
export const reconcile = async (app: Fulfils & Needs<'card'>, actor: string): Promise<Reconciliation | null> => {
  const { card, db, clock, log } = app
  if (!card) return null
  const at = clock.now()
  const healed: string[] = []
  const open: string[] = []
  const seen = new Set<string>()
  for await (const session of card.gateway.listSessions(new Date(at.getTime() - SESSION_DAYS * DAY_MS))) {
    const known = await findCheckout(db, session.id)
    if (!known && !readCheckoutMetadata(session.metadata)) continue
    seen.add(session.id)
    const lines = await compareSession(app, card.gateway, session, known)
    healed.push(...lines.healed)
    open.push(...lines.open)
  }
  for (const { sessionId, status: before } of await listOverdue(db, at)) {
    if (seen.has(sessionId)) continue
    seen.add(sessionId)
    const status = await fulfilCheckout(app, card.gateway, { sessionId })
    // A bank payment takes days. A checkout that waits for one is not a problem.
    if (status === 'open') open.push(`${sessionId}: should have expired by now`)
    else if (status !== before) healed.push(`${sessionId}: ${sentences[status]}`)
  }
  const afterSale = await reconcileRefundsAndDisputes(app, card.gateway)
  healed.push(...afterSale.healed)
  open.push(...afterSale.open)
  const result = { at, actor, compared: seen.size, healed: limitLines(healed), open: limitLines(open) }
  await saveReconciliation(db, result)
  log.info({ compared: seen.size, healed: healed.length, open: open.length }, 'payments reconciled')
  return result
}

/** Keeps the first lines, and says in one more how many others there are. */
const limitLines = (lines: string[]): string[] =>
  lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), `and ${lines.length - MAX_LINES} more`] : lines

const compareSession = async (app: Fulfils, gateway: CardGateway, session: CardSession, known: Checkout | null) => {
  const lines: ReconciledLines = { healed: [], open: [] }
  const before = known?.status ?? 'unknown'
  const isSettled = before === 'paid' || before === 'flagged'
  const status = isSettled ? before : await fulfilCheckout(app, gateway, { sessionId: session.id, session })
  if (status !== before && (known || status !== 'unknown')) lines.healed.push(`${session.id}: ${sentences[status]}`)
  if (status === 'unknown') lines.open.push(`${session.id}: names a person of ours, but no row matches`)
  if ((status === 'paid' || status === 'flagged') && !session.paid) {
    lines.open.push(`${session.id}: paid here, not paid at the card provider`)
  }
  return lines
}

const sentences: Record<Fulfilled, string> = {
  open: 'is open',
  expired: 'had expired',
  pending: 'is waiting for the bank',
  failed: 'its payment failed',
  paid: 'was paid, but not recorded here',
  flagged: 'was paid, but does not match the order',
  unknown: 'matches no row here',
}

/** Lines for staff: `healed` was corrected, `open` needs a person. */
interface ReconciledLines {
  healed: string[]
  open: string[]
}

/** A bank may return a refund for up to a month. Disputes that are open here are checked regardless of age. */
const REFUND_DAYS = 30

/** Applies refunds and disputes whose webhook event never arrived, with the same effects as the event. */
const reconcileRefundsAndDisputes = async (app: Fulfils, gateway: CardGateway): Promise<ReconciledLines> => {
  const { db, clock } = app
  const lines: ReconciledLines = { healed: [], open: [] }
  const since = new Date(clock.now().getTime() - REFUND_DAYS * DAY_MS)
  const compareFact = async (fact: RefundFact | DisputeFact) => {
    const checkout = await findCheckoutByPayment(db, fact.paymentIntent)
    if (!checkout || (await findFactState(db, fact)) === fact.state) return
    await recordPaymentFact(app, { fact, at: clock.now() })
    const isHealed = (await findFactState(db, fact)) === fact.state
    lines[isHealed ? 'healed' : 'open'].push(`${checkout.sessionId}: ${factSentence(fact, checkout, isHealed)}`)
  }
  for await (const refund of gateway.listRefunds(since)) await compareFact(refund)
  for await (const dispute of gateway.listDisputes(since)) await compareFact(dispute)
  for (const { disputeId, sessionId } of await listOpenDisputes(db)) {
    const dispute = await gateway.findDispute(disputeId)
    if (dispute) await compareFact(dispute)
    else lines.open.push(`${sessionId}: disputed here, but the card provider has no such dispute`)
  }
  return lines
}

const factSentence = (fact: RefundFact | DisputeFact, { currency }: Checkout, isHealed: boolean): string => {
  if (fact.kind === 'refund') {
    const amount = moneyText({ amount: fact.amount, currency })
    if (!isHealed) return `a refund of ${amount} failed here, but not at the card provider`
    return fact.state === 'failed'
      ? `a refund of ${amount} had failed, without an event`
      : `a refund of ${amount} was missing here`
  }
  return isHealed ? disputeSentences[fact.state] : 'its dispute has ended here, but is open at the card provider'
}

const disputeSentences: Record<DisputeState, string> = {
  open: 'was disputed, without an event: answer the dispute at the card provider',
  won: 'its dispute was won, without an event',
  lost: 'its dispute was lost, without an event: the payment no longer gives access',
}

/** Queues a reconciliation. It runs as a job because it may take long. */
export const startReconciliation = async (app: Needs<'card' | 'db' | 'jobs'>, by: Staff) => {
  demand(by, 'change')
  if (!app.card) return refuse('no_card_provider')
  await inTransaction(app.db, tx => app.jobs.send(tx, 'reconcile', { actor: `staff:${by.id}` }))
  return { ok: true as const }
}
