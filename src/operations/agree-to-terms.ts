import { type Entitlement, hasAgreed } from '../domain/entitlement.ts'
import { saveAgreement } from '../store/queries/entitlement-changes.ts'
import { findEntitlementByToken } from '../store/queries/entitlements.ts'
import type { Deps } from './deps.ts'

/** Records that a person agreed to the current terms. Idempotent. Returns null for an unknown token. */
export const agreeToTerms =
  (deps: Deps) =>
  async (token: string): Promise<Entitlement | null> => {
    const entitlement = await findEntitlementByToken(deps.db, token)
    const terms = deps.content.terms.version
    if (!entitlement || hasAgreed(entitlement, terms)) return entitlement
    const now = deps.clock.now()
    await saveAgreement(deps.db, entitlement, terms, now)
    return { ...entitlement, agreedAt: now, agreedTerms: terms }
  }
