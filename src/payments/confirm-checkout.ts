import { type Entitlement, hasAccess } from '#src/access/rules/entitlement.ts'
import { type CheckoutEnd, endOf } from '#src/access/rules/payment.ts'
import { findCheckout } from '#src/access/store/checkouts.ts'
import { findEntitlementByToken, getEntitlement } from '#src/access/store/entitlements.ts'
import { listPayments } from '#src/access/store/payments.ts'
import type { Needs } from '#src/context.ts'
import { sha256 } from '#src/core/crypto.ts'
import { claimLimit } from '#src/core/limits/limits.ts'
import { askBriefly, refreshCheckouts } from './check-checkouts.ts'

export interface Confirmed {
  entitlement: Entitlement
  /** Null if the person has no such checkout. */
  status: CheckoutEnd | null
  /** Receipt address of the checkout in the URL, if it is the person's checkout. */
  receiptEmail: string | null
}

const WINDOW_MS = 15 * 60 * 1000
const MAX_PER_TOKEN = 60

interface ConfirmCheckout {
  /** The payer's token. Absent if the URL has only the session id, which cannot be guessed. */
  token?: string | undefined
  sessionId?: string | undefined
}

/**
 * Returns the state for the success page. If no event has arrived yet, asks the provider, so a lost event does not
 * delay access; the page waits for at most three seconds. A session of another person is ignored. Returns null if neither token nor session is known.
 */
export const confirmCheckout = async (
  app: Needs<'card' | 'clock' | 'db' | 'disputeTakesAccess' | 'jobs' | 'live' | 'log'>,
  { token, sessionId }: ConfirmCheckout,
): Promise<Confirmed | null> => {
  const { db, card, clock } = app
  const named = sessionId && /^cs_\w{1,250}$/.test(sessionId) ? sessionId : undefined
  const known = named ? await findCheckout(db, named) : null
  const found = token
    ? await findEntitlementByToken(db, token)
    : known && (await getEntitlement(db, { id: known.entitlementId }))
  if (!found) return null
  const foreign = known && known.entitlementId !== found.id
  const receiptEmail = foreign ? null : (known?.receiptEmail ?? null)
  if (hasAccess(found) || !card) return { entitlement: found, status: await latest(app, found), receiptEmail }
  if (!named) await refreshCheckouts(app, found)
  else if (!foreign && known?.status !== 'paid' && known?.status !== 'flagged') {
    const limit = { key: `confirm-checkout:${sha256(found.token)}`, most: MAX_PER_TOKEN }
    if (!(await claimLimit(db, limit, WINDOW_MS, clock.now()))) await askBriefly(app, card.gateway, [named])
  }
  const entitlement = await getEntitlement(db, found)
  return { entitlement, status: await latest(app, entitlement), receiptEmail }
}

const latest = async (app: Needs<'db'>, entitlement: Entitlement): Promise<CheckoutEnd | null> =>
  endOf(await listPayments(app.db, entitlement))
