import {
  type ActionBy,
  byStaff,
  getEntitlement,
  lockEntitlements,
  processEntitlement,
  queueCheckoutClose,
} from '#src/access/entitlements.ts'
import { progress } from '#src/access/rules/coverage.ts'
import { hasAccess, hasAccessExpired } from '#src/access/rules/entitlement.ts'
import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { MovedFrom } from './rules/launch.ts'
import { claimEnrollment, claimMoveDecision, findMovedEnrollment, saveMoveSuggestion } from './store/moved-people.ts'

export { listMoveSuggestions } from './store/moved-people.ts'

/** Spends the old enrollment, and lets the person in if it covers all. False: another membership has it. Needs both locks. */
const moveAccess = async (
  app: Needs<'jobs'>,
  tx: Tx,
  { fromId, toId }: { fromId: number; toId: number },
  by: ActionBy,
  now: Date,
): Promise<boolean> => {
  if (!(await claimEnrollment(tx, fromId, toId, now))) return false
  const entitlement = await getEntitlement(tx, { id: toId })
  const { missing, total } = progress(entitlement)
  if (total > 0 && missing.length === 0) {
    const { accessEndsAt } = await getEntitlement(tx, { id: fromId })
    await processEntitlement(tx, app.jobs, { entitlement, source: 'migrated', now, by, accessEndsAt })
  }
  await queueCheckoutClose(app, tx, entitlement)
  return true
}

/**
 * Moves access from LTI 1.1 to LTI 1.3, so that nobody pays twice when a school migrates. If the launch proves the old
 * user (a signed `lti1p1` claim), the membership is processed with source `migrated`, once for each old enrollment.
 * Otherwise staff get a suggestion to decide (docs/rules/access.md).
 */
export const migrateEnrollment = async (
  app: Needs<'db' | 'jobs'>,
  { entitlementId, moved, now }: { entitlementId: number; moved: MovedFrom; now: Date },
): Promise<void> => {
  const fromId = await findMovedEnrollment(app.db, moved.consumerId, moved.contextId, moved.ltiUserId)
  if (fromId === null) return
  const [from, to] = [{ id: fromId }, { id: entitlementId }]
  await inTransaction(app.db, async tx => {
    await lockEntitlements(tx, [from, to])
    const [enrollment, entitlement] = [await getEntitlement(tx, from), await getEntitlement(tx, to)]
    if (!hasAccess(enrollment) || hasAccessExpired(enrollment, now)) return
    if (hasAccess(entitlement) || entitlement.unprocessedAt) return
    if (!moved.isProven) {
      const reason = `The LMS says this is LTI 1.1 user ${moved.ltiUserId.slice(0, 80)} of ${enrollment.school.name}.`
      return saveMoveSuggestion(tx, fromId, entitlementId, reason, now)
    }
    const by = { actor: 'system', reason: `verified as LTI 1.1 enrollment ${fromId}` }
    await moveAccess(app, tx, { fromId, toId: entitlementId }, by, now)
  })
}

type MoveDecided = { ok: true } | Refused<'move_decided' | 'move_spent'>

/** Undoes a decision that cannot be carried out, so that staff can decline it. */
class MoveSpent extends Error {}

/** Decides whether two rows are one person. Refuses if that is decided, or another person got the access. */
export const decideMove = async (
  app: Needs<'clock' | 'db' | 'jobs'>,
  id: number,
  accepted: boolean,
  by: Staff,
): Promise<MoveDecided> => {
  demand(by, 'change')
  const now = app.clock.now()
  return inTransaction<MoveDecided>(app.db, async tx => {
    const decided = await claimMoveDecision(tx, id, accepted, by.id, now)
    if (!decided) return refuse('move_decided')
    const [from, to] = [{ id: decided.fromId }, { id: decided.toId }]
    await lockEntitlements(tx, [from, to])
    const before = await getEntitlement(tx, from)
    const after = { accepted, enrollment: before.token }
    const subject = { kind: 'entitlement', id: to.id } as const
    await recordAudit(tx, { by, action: 'decide-move', subject, after, now })
    if (!accepted || !before.processedAt) return { ok: true }
    const actor = byStaff(by, `same person as LTI 1.1 enrollment ${from.id}`)
    if (!(await moveAccess(app, tx, decided, actor, now))) throw new MoveSpent()
    return { ok: true }
  }).catch(error => {
    if (error instanceof MoveSpent) return refuse('move_spent')
    throw error
  })
}
