import { setTimeout as wait } from 'node:timers/promises'
import { claimChecks, claimChecksOf, getEntitlement } from '#src/access/index.ts'
import { type Entitlement, hasAccess } from '#src/access/rules/entitlement.ts'
import type { Deps } from './deps.ts'
import { fulfilCheckout } from './fulfil-checkout.ts'
import { type CardGateway, CardProviderError } from './rules/card-provider.ts'

const BATCH = 50
/** How long a page waits for the provider. The answer counts also when it comes later. */
const PATIENCE_MS = 3000

/** Asks the provider about unfinished checkouts, in case their event was lost. Runs every minute. */
export const checkCheckouts = (deps: Deps) => async (): Promise<void> => {
  const { card, db, clock } = deps
  if (!card) return
  for (;;) {
    const sessions = await claimChecks(db, clock.now(), BATCH)
    for (const sessionId of sessions) if (!(await ask(deps, card.gateway, sessionId))) return
    if (sessions.length < BATCH) return
  }
}

/**
 * Asks the provider about a person's unfinished checkouts when they open a page, at most once a minute. Returns the row
 * as it is then.
 */
export const refreshCheckouts =
  (deps: Deps) =>
  async (entitlement: Entitlement): Promise<Entitlement> => {
    const { card, db, clock } = deps
    if (!card || !entitlement.hasCheckouts || hasAccess(entitlement)) return entitlement
    const sessions = await claimChecksOf(db, entitlement, clock.now())
    if (sessions.length === 0) return entitlement
    const asked = Promise.all(sessions.map(sessionId => ask(deps, card.gateway, sessionId)))
    await Promise.race([asked, wait(PATIENCE_MS, null, { ref: false })])
    return getEntitlement(db, entitlement)
  }

/** Returns false if the provider does not answer. */
const ask = async (deps: Deps, gateway: CardGateway, sessionId: string): Promise<boolean> => {
  try {
    await fulfilCheckout(deps, gateway, { sessionId })
    return true
  } catch (err) {
    if (!(err instanceof CardProviderError)) deps.log.error({ err }, 'a checkout could not be checked')
    else deps.log.warn({ err }, 'the card provider does not answer')
    return !(err instanceof CardProviderError)
  }
}
