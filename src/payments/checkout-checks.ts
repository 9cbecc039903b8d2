import { setTimeout as wait } from 'node:timers/promises'
import { findEntitlementByToken, getEntitlement, lockAllOfPerson } from '#src/access/entitlements.ts'
import { progress } from '#src/access/rules/coverage.ts'
import { type Entitlement, type EntitlementRef, hasAccess } from '#src/access/rules/entitlement.ts'
import { type CheckoutEnd, endOf } from '#src/access/rules/payment.ts'
import {
  claimChecks,
  claimChecksOf,
  findCheckout,
  listAffectedByChange,
  listCheckouts,
  listPayments,
  settlePayments,
} from '#src/access/settlements.ts'
import type { Needs } from '#src/context.ts'
import { sha256 } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import type { Jobs } from '#src/core/jobs/kinds.ts'
import { claimLimit } from '#src/core/limits/limits.ts'
import { type Fulfils, fulfilCheckout } from './fulfilments.ts'
import { type CardGateway, CardProviderError } from './rules/card-provider.ts'

type Checks = Fulfils & Needs<'card'>

/** Number of checkouts that the job asks about at a time. Each may take a connection to the database. */
const AT_ONCE = 4
/** Time that a page waits for the provider. A later answer counts too. */
const PATIENCE_MS = 3000

/** Asks the provider about unfinished checkouts, in case their event was lost. Runs every minute. */
export const checkCheckouts = async (app: Checks): Promise<void> => {
  const { card, db, clock } = app
  if (!card) return
  for (;;) {
    const sessions = await claimChecks(db, clock.now(), AT_ONCE)
    const answered = await Promise.all(sessions.map(sessionId => ask(app, card.gateway, sessionId)))
    if (answered.includes(false) || sessions.length < AT_ONCE) return
  }
}

/**
 * Asks the provider about a person's unfinished checkouts when they open a page, each at most once a minute. Returns
 * the row as it is then.
 */
export const refreshCheckouts = async (app: Checks, entitlement: Entitlement): Promise<Entitlement> => {
  const { card, db, clock } = app
  if (!card || !entitlement.hasCheckouts || hasAccess(entitlement)) return entitlement
  const sessions = await claimChecksOf(db, entitlement, clock.now())
  if (sessions.length === 0) return entitlement
  await askBriefly(app, card.gateway, sessions)
  return getEntitlement(db, entitlement)
}

/** Asks the provider while a page waits, but not for long. */
const askBriefly = async (app: Fulfils, gateway: CardGateway, sessions: string[]) => {
  const asked = Promise.all(sessions.map(sessionId => ask(app, gateway, sessionId)))
  await Promise.race([asked, wait(PATIENCE_MS, null, { ref: false })])
}

/** Returns false if the provider does not answer. */
const ask = async (app: Fulfils, gateway: CardGateway, sessionId: string): Promise<boolean> => {
  try {
    await fulfilCheckout(app, gateway, { sessionId })
    return true
  } catch (err) {
    if (!(err instanceof CardProviderError)) app.log.error({ err }, 'a checkout could not be checked')
    else app.log.warn({ err }, 'the card provider does not answer')
    return !(err instanceof CardProviderError)
  }
}

/** `receiptEmail` is the address of the checkout in the URL, if it is the person's. */
export type Confirmed = NonNullable<Awaited<ReturnType<typeof confirmCheckout>>>

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
export const confirmCheckout = async (app: Checks, { token, sessionId }: ConfirmCheckout) => {
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

/**
 * Closes open checkouts that no longer match what a person needs: a code was redeemed, or staff changed products or
 * prices. A checkout paid just before counts as paid. Then settles existing payments again, which may now be enough.
 */
export const closeCheckouts = async (app: Checks, whose: Jobs['close-checkouts']): Promise<void> => {
  const rows = 'entitlementId' in whose ? [{ id: whose.entitlementId }] : await listAffectedByChange(app.db, whose)
  for (const row of rows) {
    await close(app, row)
    await inTransaction(app.db, async tx => {
      await lockAllOfPerson(tx, row)
      await settlePayments(app, tx, { entitlementId: row.id, now: app.clock.now() })
    })
  }
}

const close = async (app: Checks, row: EntitlementRef) => {
  const { card, db } = app
  if (!card) return
  const entitlement = await getEntitlement(db, row)
  const wanted = hasAccess(entitlement) ? [] : progress(entitlement).missing.map(p => p.stripePriceId)
  for (const checkout of await listCheckouts(db, row)) {
    if (checkout.status !== 'open') continue
    const asks = checkout.lines.map(l => l.priceId)
    if (asks.length === wanted.length && asks.every(id => wanted.includes(id))) continue
    await card.gateway.expireSession(checkout.sessionId)
    await fulfilCheckout(app, card.gateway, { sessionId: checkout.sessionId })
  }
}
