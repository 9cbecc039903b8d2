import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { ClipDetails, ClipState } from '../rules/clips/clip.ts'
import { isCurrent } from '../rules/clips/consent.ts'
import { type DetailsReason, missingDetail } from '../rules/clips/details.ts'
import { type ClipRow, lockClip, updateClip } from '../store/clips.ts'
import { findSigner, getConsentText } from '../store/clips-signers.ts'
import { findSubject } from './help-clips.ts'

type Resolved =
  | { ok: true; columns: ClipDetails & { sign: string; signerId: number; consentId: number } }
  | Refused<DetailsReason>

/** Looks up the sign and the signer of a clip. A clip needs the signer's consent to the text that is in use. */
export const resolveDetails = async (
  db: Queryable,
  details: ClipDetails,
  { now, timezone }: { now: Date; timezone: string },
): Promise<Resolved> => {
  const missing = missingDetail(details, dayOf(now, timezone))
  if (missing) return refuse(missing)
  const sign = await findSubject(db, details.sign ?? '')
  if (!sign) return refuse('sign_not_found')
  const signer = await findSigner(db, details.signerId ?? 0)
  if (!signer) return refuse('signer_required')
  if (!signer.consent) return refuse('consent_required')
  if (!isCurrent(signer, await getConsentText(db, now))) return refuse('consent_outdated')
  const columns = { ...details, sign: sign.slug, signerId: signer.id, consentId: signer.consent.id }
  return { ok: true, columns }
}

/** States in which the file is still there, so that it can be made into a clip (again). */
const WITH_SOURCE: ClipState[] = ['recorded', 'failed']
/** States in which the clip is made, and nobody outside sees it. */
const MADE: ClipState[] = ['waiting', 'approved', 'sent_back']

/**
 * Says which sign a clip shows, who signs, and what part to keep. A file that waited for it is then prepared. Of a clip
 * that is made, only the facts change.
 */
export const describeClip = async (
  app: Needs<'clock' | 'db' | 'jobs' | 'timezone'>,
  clipId: number,
  details: ClipDetails,
  by: Staff,
): Promise<{ ok: true } | Refused<DetailsReason>> => {
  demand(by, 'record')
  return inTransaction(app.db, async tx => {
    const clip = await lockClip(tx, clipId)
    if (!clip) return refuse('clip_not_found')
    if (![...WITH_SOURCE, ...MADE].includes(clip.state)) return refuse('clip_moved_on')
    const now = app.clock.now()
    const resolved = await resolveDetails(tx, details, { now, timezone: app.timezone })
    if (!resolved.ok) return resolved
    const { trimFrom, trimTo, posterAt, ...facts } = resolved.columns
    const change = { by, action: 'describe-clip', subject: { kind: 'clip', id: clipId }, now } as const
    await recordAudit(tx, { ...change, before: factsOf(clip), after: factsOf(facts) })
    if (WITH_SOURCE.includes(clip.state)) {
      await updateClip(tx, clipId, { ...resolved.columns, state: 'processing', problem: null }, now)
      await app.jobs.send(tx, 'process-clip', { clipId })
    } else await updateClip(tx, clipId, facts, now)
    return { ok: true }
  })
}

const factsOf = ({ sign, kind, variant, signerId, recordedOn }: Partial<ClipRow>) => ({
  sign,
  kind,
  variant,
  signerId,
  recordedOn,
})
