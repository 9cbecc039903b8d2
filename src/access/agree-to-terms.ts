import type { Needs } from '#src/context.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { type Entitlement, hasAgreed } from './rules/entitlement.ts'
import { saveAgreement } from './store/entitlement-changes.ts'
import { findEntitlementByToken } from './store/entitlements.ts'

type TermsAgreed = { ok: true; entitlement: Entitlement } | Refused<'token_not_found'>

/** Records that a person agreed to the current terms. Idempotent. */
export const agreeToTerms = async (
  app: Needs<'clock' | 'db' | 'termsVersion'>,
  token: string,
): Promise<TermsAgreed> => {
  const entitlement = await findEntitlementByToken(app.db, token)
  const terms = app.termsVersion
  if (!entitlement) return refuse('token_not_found')
  if (hasAgreed(entitlement, terms)) return { ok: true, entitlement }
  const now = app.clock.now()
  await saveAgreement(app.db, entitlement, terms, now)
  return { ok: true, entitlement: { ...entitlement, agreedAt: now, agreedTerms: terms } }
}
