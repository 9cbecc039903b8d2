import { setTimeout as wait } from 'node:timers/promises'
import { type Entitlement, hasAccess } from '#src/access/rules/entitlement.ts'
import { claimChecks, claimChecksOf } from '#src/access/store/checkouts.ts'
import { getEntitlement } from '#src/access/store/entitlements.ts'
import type { Needs } from '#src/context.ts'
import { fulfilCheckout } from './fulfil-checkout.ts'
import { type CardGateway, CardProviderError } from './rules/card-provider.ts'

/** Number of checkouts that the job asks about at a time. Each may take a connection to the database. */
const AT_ONCE = 4
/** Time that a page waits for the provider. A later answer counts too. */
const PATIENCE_MS = 3000

/** Asks the provider about unfinished checkouts, in case their event was lost. Runs every minute. */
export const checkCheckouts = async (
  app: Needs<'card' | 'clock' | 'db' | 'disputeTakesAccess' | 'jobs' | 'live' | 'log'>,
): Promise<void> => {
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
export const refreshCheckouts = async (
  app: Needs<'card' | 'clock' | 'db' | 'disputeTakesAccess' | 'jobs' | 'live' | 'log'>,
  entitlement: Entitlement,
): Promise<Entitlement> => {
  const { card, db, clock } = app
  if (!card || !entitlement.hasCheckouts || hasAccess(entitlement)) return entitlement
  const sessions = await claimChecksOf(db, entitlement, clock.now())
  if (sessions.length === 0) return entitlement
  await askBriefly(app, card.gateway, sessions)
  return getEntitlement(db, entitlement)
}

/** Asks the provider while a page waits, but not for long. */
export const askBriefly = async (
  app: Needs<'clock' | 'db' | 'disputeTakesAccess' | 'jobs' | 'live' | 'log'>,
  gateway: CardGateway,
  sessions: string[],
): Promise<void> => {
  const asked = Promise.all(sessions.map(sessionId => ask(app, gateway, sessionId)))
  await Promise.race([asked, wait(PATIENCE_MS, null, { ref: false })])
}

/** Returns false if the provider does not answer. */
const ask = async (
  app: Needs<'clock' | 'db' | 'disputeTakesAccess' | 'jobs' | 'live' | 'log'>,
  gateway: CardGateway,
  sessionId: string,
): Promise<boolean> => {
  try {
    await fulfilCheckout(app, gateway, { sessionId })
    return true
  } catch (err) {
    if (!(err instanceof CardProviderError)) app.log.error({ err }, 'a checkout could not be checked')
    else app.log.warn({ err }, 'the card provider does not answer')
    return !(err instanceof CardProviderError)
  }
}
