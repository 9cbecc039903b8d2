import { DAY_MS } from '#src/core/rules/time.ts'
import { readCheckoutMetadata } from './checkout-metadata.ts'
import { type Fulfilled, fulfilCheckout } from './fulfil-checkout.ts'
import { type ReconciledLines, reconcileRefundsAndDisputes } from './reconcile-refunds.ts'
import type { CardGateway, CardSession } from './rules/card-provider.ts'
import { type Reconciliation, saveReconciliation } from './store/reconciliations.ts'
import { type Checkout, findCheckout, listOverdue } from "#src/access/store/checkouts.ts";
import type { App } from "#src/context.ts";

/** Stripe retries events for three days. Twice that covers every missed event. */
const DAYS = 7
const MAX_LINES = 500

/**
 * Compares Stripe's sessions, refunds and disputes with our rows. Applies what a missed event would have done, and
 * lists the rest for staff. Returns null if no card provider is configured.
 */
export const reconcile =
  async (app: App, actor: string): Promise<Reconciliation | null> => {
    const { card, db, clock, log } = app
    if (!card) return null
    const at = clock.now()
    const healed: string[] = []
    const open: string[] = []
    const seen = new Set<string>()
    for await (const session of card.gateway.listSessions(new Date(at.getTime() - DAYS * DAY_MS))) {
      const known = await findCheckout(db, session.id)
      if (!known && !readCheckoutMetadata(session.metadata)) continue
      seen.add(session.id)
      const lines = await compare(app, card.gateway, session, known)
      healed.push(...lines.healed)
      open.push(...lines.open)
    }
    for (const { sessionId, status: before } of await listOverdue(db, at)) {
      if (seen.has(sessionId)) continue
      seen.add(sessionId)
      const status = await fulfilCheckout(app, card.gateway, { sessionId })
      // A bank payment takes days. A checkout that waits for one is not a problem.
      if (status === 'open') open.push(`${sessionId}: should have expired by now`)
      else if (status !== before) healed.push(`${sessionId}: ${sentenceOf(status)}`)
    }
    const afterSale = await reconcileRefundsAndDisputes(app, card.gateway)
    healed.push(...afterSale.healed)
    open.push(...afterSale.open)
    const result = {
      at,
      actor,
      compared: seen.size,
      healed: healed.slice(0, MAX_LINES),
      open: open.slice(0, MAX_LINES),
    }
    await saveReconciliation(db, result)
    log.info({ compared: seen.size, healed: healed.length, open: open.length }, 'payments reconciled')
    return result
  }

const compare = async (
  app: App,
  gateway: CardGateway,
  session: CardSession,
  known: Checkout | null,
): Promise<ReconciledLines> => {
  const lines: ReconciledLines = { healed: [], open: [] }
  const before = known?.status ?? 'unknown'
  const isSettled = before === 'paid' || before === 'flagged'
  const status = isSettled ? before : await fulfilCheckout(app, gateway, { sessionId: session.id, session })
  if (status !== before && (known || status !== 'unknown')) lines.healed.push(`${session.id}: ${sentenceOf(status)}`)
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
const sentenceOf = (status: Fulfilled): string => sentences[status]
