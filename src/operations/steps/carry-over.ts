import { isIn, isOver, type Subject } from '../../domain/entitlement.ts'
import type { MovedFrom } from '../../domain/launch.ts'
import { lockEntitlements } from '../../store/queries/entitlement-changes.ts'
import { getEntitlement } from '../../store/queries/entitlements.ts'
import { findMovedEnrollment, saveMoveSuggestion } from '../../store/queries/moves.ts'
import { inTransaction } from '../../store/transaction.ts'
import type { Deps } from '../deps.ts'
import { closeOpenCheckouts } from './close-open-checkouts.ts'
import { processEntitlement } from './process-entitlement.ts'

/**
 * A person who was in by LTI 1.1 is in by 1.3 too, where the platform proves who they were with the old secret; else
 * staff are asked (rules.md D11). Without this a whole school would pay twice.
 */
export const carryOver = async (
  deps: Deps,
  { subject, moved, now }: { subject: Subject; moved: MovedFrom; now: Date },
): Promise<void> => {
  const enrollmentId = await findMovedEnrollment(deps.db, moved)
  if (enrollmentId === null) return
  await inTransaction(deps.db, async tx => {
    await lockEntitlements(tx, [{ kind: 'enrollment', id: enrollmentId }, subject])
    const [was, entitlement] = [
      await getEntitlement(tx, { kind: 'enrollment', id: enrollmentId }),
      await getEntitlement(tx, subject),
    ]
    if (!isIn(was) || isOver(was, now) || entitlement.unprocessedAt) return
    if (!moved.isProven) {
      const reason = `The LMS says that this is user ${moved.ltiUserId.slice(0, 80)} of ${was.school.name} by LTI 1.1.`
      return saveMoveSuggestion(tx, { enrollmentId, membershipId: subject.id, reason, now })
    }
    const by = { actor: 'system', reason: `proven to be enrollment ${enrollmentId} of LTI 1.1` }
    const { accessEndsAt } = was
    await processEntitlement(tx, deps.jobs, { entitlement, source: 'migrated', now, by, accessEndsAt })
    await closeOpenCheckouts(deps, tx, subject)
  })
}
