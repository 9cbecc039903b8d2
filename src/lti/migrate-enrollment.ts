import { hasAccess, hasAccessExpired } from '#src/access/rules/entitlement.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import type { MovedFrom } from './rules/launch.ts'
import { findMovedEnrollment, saveMoveSuggestion } from './store/move-suggestions.ts'
import { getEntitlement } from "#src/access/store/entitlements.ts";
import { lockEntitlements } from "#src/access/store/entitlement-changes.ts";
import { processEntitlement } from "#src/access/process-entitlement.ts";
import { queueCheckoutClose } from "#src/access/queue-close-checkouts.ts";
import type { App } from "#src/context.ts";

/**
 * Moves access from LTI 1.1 to LTI 1.3, so that nobody pays twice when a school migrates. If the launch proves the old
 * user (a signed `lti1p1` claim), the membership is processed with source `migrated`. Otherwise staff get a suggestion
 * to decide (docs/rules/launches.md).
 */
export const migrateEnrollment = async (
  app: App,
  { entitlementId, moved, now }: { entitlementId: number; moved: MovedFrom; now: Date },
): Promise<void> => {
  const fromId = await findMovedEnrollment(app.db, moved)
  if (fromId === null) return
  const [from, to] = [{ id: fromId }, { id: entitlementId }]
  await inTransaction(app.db, async tx => {
    await lockEntitlements(tx, [from, to])
    const [enrollment, entitlement] = [await getEntitlement(tx, from), await getEntitlement(tx, to)]
    if (!hasAccess(enrollment) || hasAccessExpired(enrollment, now) || entitlement.unprocessedAt) return
    if (!moved.isProven) {
      const reason = `The LMS says this is LTI 1.1 user ${moved.ltiUserId.slice(0, 80)} of ${enrollment.school.name}.`
      return saveMoveSuggestion(tx, { fromId, toId: entitlementId, reason, now })
    }
    const by = { actor: 'system', reason: `verified as LTI 1.1 enrollment ${fromId}` }
    const { accessEndsAt } = enrollment
    await processEntitlement(tx, app.jobs, { entitlement, source: 'migrated', now, by, accessEndsAt })
    await queueCheckoutClose(app, tx, to)
  })
}
