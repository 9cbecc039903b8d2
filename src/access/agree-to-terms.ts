import type { Deps } from './deps.ts'
import { type Entitlement, hasAgreed } from './rules/entitlement.ts'
import { saveAgreement } from './store/entitlement-changes.ts'
import { findEntitlementByToken } from './store/entitlements.ts'

/** Records that a person agreed to the current terms. Idempotent. Returns null for an unknown token. */
export const agreeToTerms =
  (deps: Deps) =>
  async (token: string): Promise<Entitlement | null> => {
    const entitlement = await findEntitlementByToken(deps.db, token)
    const terms = deps.termsVersion
    if (!entitlement || hasAgreed(entitlement, terms)) return entitlement
    const now = deps.clock.now()
    await saveAgreement(deps.db, entitlement, terms, now)
    return { ...entitlement, agreedAt: now, agreedTerms: terms }
  }
