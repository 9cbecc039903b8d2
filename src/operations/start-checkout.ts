import { notSetUp } from '../domain/checkout.ts'
import { meansGate } from '../domain/course.ts'
import { agreeMessage, entitlementMessages, hasAgreed, isIn, wasIn } from '../domain/entitlement.ts'
import { findEntitlementByToken } from '../store/queries/entitlements.ts'
import type { Deps } from './deps.ts'

export type CheckoutStarted = { kind: 'in' } | { kind: 'refused'; status: 403 | 404 | 409 | 422; message: string }

/** Asks for the terms, passes the same gate as a code (rules.md B3), and then says that no card provider is set up. */
export const startCheckout =
  (deps: Deps) =>
  async (token: string): Promise<CheckoutStarted> => {
    const entitlement = await findEntitlementByToken(deps.db, token)
    if (!entitlement) return { kind: 'refused', status: 404, message: entitlementMessages.tokenNotFound }
    if (isIn(entitlement)) return { kind: 'in' }
    if (!hasAgreed(entitlement, deps.content.terms.version))
      return { kind: 'refused', status: 422, message: agreeMessage }
    const closed = meansGate(entitlement.course, entitlement.school, 'card', deps.clock.now(), wasIn(entitlement))
    if (closed) return { kind: 'refused', ...closed }
    return { kind: 'refused', status: 409, message: notSetUp(entitlement.school) }
  }
