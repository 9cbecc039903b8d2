import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { claimMoveDecision, listMoveSuggestions as list, type MoveSuggestion } from './store/move-suggestions.ts'
import { byStaff, processEntitlement } from "#src/access/process-entitlement.ts";
import { getEntitlement } from "#src/access/store/entitlements.ts";
import { lockEntitlements } from "#src/access/store/entitlement-changes.ts";
import { queueCheckoutClose } from "#src/access/queue-close-checkouts.ts";
import type { App } from "#src/context.ts";

/** Lists people who may have paid before their school moved from LTI 1.1 to 1.3. */
export const listMoveSuggestions = (app: App): Promise<MoveSuggestion[]> => list(app.db)

type MoveDecided = { ok: true } | Refused<'move_decided'>

/**
 * Accepts or rejects a suggestion that two rows are one person. Accepting gives access with source `migrated`. Refuses
 * if it was decided before.
 */
export const decideMove =
  async (app: App, id: number, accepted: boolean, by: Staff): Promise<MoveDecided> => {
    demand(by, 'change')
    const now = app.clock.now()
    return inTransaction(app.db, async tx => {
      const decided = await claimMoveDecision(tx, { id, accepted, staffId: by.id, now })
      if (!decided) return refuse('move_decided')
      const [from, to] = [{ id: decided.fromId }, { id: decided.toId }]
      await lockEntitlements(tx, [from, to])
      const [before, entitlement] = [await getEntitlement(tx, from), await getEntitlement(tx, to)]
      const after = { accepted, enrollment: before.token }
      const subject = { kind: 'entitlement', id: to.id } as const
      await recordAudit(tx, { by, action: 'decide-move', subject, after, now })
      if (!accepted || !before.processedAt) return { ok: true }
      const actor = byStaff(by, `same person as LTI 1.1 enrollment ${from.id}`)
      const { accessEndsAt } = before
      await processEntitlement(tx, app.jobs, { entitlement, source: 'migrated', now, by: actor, accessEndsAt })
      await queueCheckoutClose(app, tx, to)
      return { ok: true }
    })
  }
