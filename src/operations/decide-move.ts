import type { MoveSuggestion } from '../domain/move.ts'
import { demand, type Staff } from '../domain/staff.ts'
import { saveAudit } from '../store/queries/audit.ts'
import { getEntitlement, lockEntitlements } from '../store/queries/entitlements.ts'
import { claimMoveSuggestion, listMoveSuggestions } from '../store/queries/moves.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { processEntitlement } from './steps/process-entitlement.ts'

/** Who may have been in by LTI 1.1, where their LMS did not prove it (rules.md D11). */
export const listMoves = (deps: Deps) => (): Promise<MoveSuggestion[]> => listMoveSuggestions(deps.db)

/** Confirms or turns down a suggestion, once; a confirmed one lets the person in with the time that was left. */
export const decideMove =
  (deps: Deps) =>
  async (id: number, accepted: boolean, by: Staff): Promise<'decided' | 'over' | null> => {
    demand(by, 'change')
    if (!Number.isSafeInteger(id)) return null
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      const found = await claimMoveSuggestion(tx, { id, accepted, by: by.id, now })
      if (!found) return null
      const actor = `staff:${by.id}`
      const enrollment = { kind: 'enrollment' as const, id: found.enrollmentId }
      const membership = { kind: 'membership' as const, id: found.membershipId }
      const line = { actor, action: 'decide-move', subjectKind: membership.kind, subjectId: membership.id }
      await saveAudit(tx, { ...line, after: { accepted, enrollmentId: enrollment.id } }, now)
      if (!accepted) return 'decided'
      await lockEntitlements(tx, [enrollment, membership])
      const { processedAt, accessEndsAt } = await getEntitlement(tx, enrollment)
      if (!processedAt) return 'over'
      await processEntitlement(tx, deps.jobs, {
        entitlement: await getEntitlement(tx, membership),
        source: 'migrated',
        now,
        by: { actor, staffId: by.id, reason: `the same person as enrollment ${enrollment.id} of LTI 1.1` },
        accessEndsAt,
      })
      return 'decided'
    })
  }
