import { getEntitlement, lockEntitlements, processEntitlement, queueCheckoutClose } from '#src/access/index.ts'
import { hasAccess, hasAccessExpired } from '#src/access/rules/entitlement.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import type { Deps } from './deps.ts'
import type { MovedFrom } from './rules/launch.ts'
import { findMovedEnrollment, saveMoveSuggestion } from './store/move-suggestions.ts'

/**
 * Moves access from LTI 1.1 to LTI 1.3, so that nobody pays twice when a school migrates. If the launch proves the old
 * user (a signed `lti1p1` claim), the membership is processed with source `migrated`. Otherwise staff get a suggestion
 * to decide (docs/rules/launches.md).
 */
export const migrateEnrollment = async (
  deps: Deps,
  { entitlementId, moved, now }: { entitlementId: number; moved: MovedFrom; now: Date },
): Promise<void> => {
  const fromId = await findMovedEnrollment(deps.db, moved)
  if (fromId === null) return
  const [from, to] = [{ id: fromId }, { id: entitlementId }]
  await inTransaction(deps.db, async tx => {
    await lockEntitlements(tx, [from, to])
    const [enrollment, entitlement] = [await getEntitlement(tx, from), await getEntitlement(tx, to)]
    if (!hasAccess(enrollment) || hasAccessExpired(enrollment, now) || entitlement.unprocessedAt) return
    if (!moved.isProven) {
      const reason = `The LMS says this is LTI 1.1 user ${moved.ltiUserId.slice(0, 80)} of ${enrollment.school.name}.`
      return saveMoveSuggestion(tx, { fromId, toId: entitlementId, reason, now })
    }
    const by = { actor: 'system', reason: `verified as LTI 1.1 enrollment ${fromId}` }
    const { accessEndsAt } = enrollment
    await processEntitlement(tx, deps.jobs, { entitlement, source: 'migrated', now, by, accessEndsAt })
    await queueCheckoutClose(deps, tx, to)
  })
}
