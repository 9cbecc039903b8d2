import type { Queryable } from '#src/core/db/db.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { isCurrent } from './rules/consent.ts'
import { type ClipDetails, type DetailsReason, missingDetail } from './rules/details.ts'
import { columnsOf, findNamedSign } from './store/clips.ts'
import { findSigner, getConsentText } from './store/signers.ts'

type Resolved =
  | { ok: true; columns: ReturnType<typeof columnsOf> & { sign: string; signerId: number; consentId: number } }
  | Refused<DetailsReason>

/** Looks up the sign and the signer of a clip. A clip needs the signer's consent to the text that is in use. */
export const resolveDetails = async (
  db: Queryable,
  details: ClipDetails,
  { now, timezone }: { now: Date; timezone: string },
): Promise<Resolved> => {
  const missing = missingDetail(details, dayOf(now, timezone))
  if (missing) return refuse(missing)
  const sign = await findNamedSign(db, details.sign ?? '')
  if (!sign) return refuse('sign_not_found')
  const signer = await findSigner(db, details.signerId ?? 0)
  if (!signer) return refuse('signer_required')
  if (!signer.consent) return refuse('consent_required')
  if (!isCurrent(signer, await getConsentText(db, now))) return refuse('consent_outdated')
  const columns = { ...columnsOf(details), sign: sign.slug, signerId: signer.id, consentId: signer.consent.id }
  return { ok: true, columns }
}
