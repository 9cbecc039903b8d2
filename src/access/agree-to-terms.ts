import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import type { Deps } from './deps.ts'
import { type Entitlement, hasAgreed } from './rules/entitlement.ts'
import { saveAgreement } from './store/entitlement-changes.ts'
import { findEntitlementByToken } from './store/entitlements.ts'

type TermsAgreed = { ok: true; entitlement: Entitlement } | Refused<'token_not_found'>

/** Records that a person agreed to the current terms. Idempotent. */
export const agreeToTerms =
  async (deps: Deps, token: string): Promise<TermsAgreed> => {
    const entitlement = await findEntitlementByToken(deps.db, token)
    const terms = deps.termsVersion
    if (!entitlement) return refuse('token_not_found')
    if (hasAgreed(entitlement, terms)) return { ok: true, entitlement }
    const now = deps.clock.now()
    await saveAgreement(deps.db, entitlement, terms, now)
    return { ok: true, entitlement: { ...entitlement, agreedAt: now, agreedTerms: terms } }
  }
