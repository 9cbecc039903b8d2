import { findUndoable, UNDO_REASON } from '#src/core/audit/find-undoable.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { isReasonMissing } from '#src/core/rules/reason.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { queueYearlyAccess } from './queue-yearly-access.ts'
import {
  type DeploymentChange,
  type DeploymentReason,
  type WaitingDeployment,
  whichDeployment,
} from './rules/deployment.ts'
import type { Reach } from './rules/platform.ts'
import { completeChange, switchesOf, switchesWhere } from './rules/school.ts'
import { findDeploymentReach, listDeployments, lockDeployment, saveDeployment } from './store/platforms.ts'

/** Lists deployments: waiting ones first, then decided ones, newest first. */
export const listAllDeployments = (deps: Deps) => (): Promise<WaitingDeployment[]> => listDeployments(deps.db)

/** Counts whom refusing a deployment affects. Returns null unless it is approved now. */
export const previewRefusal =
  (deps: Deps) =>
  async (id: number, by: Staff): Promise<(Reach & { name: string }) | null> => {
    demand(by, 'manage')
    const [found] = Number.isSafeInteger(id) ? await listDeployments(deps.db, id) : []
    if (found?.status !== 'approved') return null
    return { name: whichDeployment(found), ...(await findDeploymentReach(deps.db, id)) }
  }

export type DeploymentDecided = { ok: true; deployment: WaitingDeployment } | Refused<DeploymentReason>

/**
 * Approves or refuses a deployment, or changes its school's settings. At least one payment method must stay on.
 * Refusing an approved deployment needs a reason, because a whole school loses access. Otherwise a reason may be left
 * out, but not blank. Requires the manager role.
 */
export const decideDeployment =
  (deps: Deps) =>
  async (id: number, asked: DeploymentChange, by: Staff, reason?: string): Promise<DeploymentDecided> => {
    demand(by, 'manage')
    if (!Number.isSafeInteger(id)) return refuse('deployment_not_found')
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      await lockDeployment(tx, id)
      const before = (await listDeployments(tx, id))[0]
      if (!before) return refuse('deployment_not_found')
      const cutsAccess = before.status === 'approved' && asked.status === 'refused'
      if (isReasonMissing(reason, cutsAccess)) return refuse('reason_required')
      const change = completeChange(before, asked)
      const after = { ...before, ...change }
      if (!after.acceptsPayment && !after.acceptsAccessCode) return refuse('deployment_last_access_method')
      await saveDeployment(tx, id, change, now)
      await queueYearlyAccess(deps, tx, { school: { version: '1.3', id }, before, after })
      const subject = { kind: 'deployment', id } as const
      await recordAudit(tx, {
        by,
        action: 'change-deployment',
        subject,
        before: inAudit(before),
        after: inAudit(after),
        reason,
        now,
      })
      return { ok: true, deployment: after }
    })
  }

/** Takes back the last change of a deployment's settings. Does not undo a decision, because people were let in or out. */
export const undoDeployment =
  (deps: Deps) =>
  async (id: number, by: Staff): Promise<DeploymentDecided | Refused<'too_late_to_undo'>> => {
    demand(by, 'manage')
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      await lockDeployment(tx, id)
      const before = (await listDeployments(tx, id))[0]
      if (!before) return refuse('deployment_not_found')
      const change = { by, action: 'change-deployment', subject: { kind: 'deployment', id }, now } as const
      const was = await findUndoable(tx, { ...change, current: inAudit(before) })
      if (!was || was.status !== before.status) return refuse('too_late_to_undo')
      const settings = {
        name: typeof was.name === 'string' ? was.name : null,
        ...switchesWhere(name => was[name] === true),
        addsUnitColumns: was.addsUnitColumns === true,
      }
      const after = { ...before, ...settings }
      await saveDeployment(tx, id, settings, now)
      await queueYearlyAccess(deps, tx, { school: { version: '1.3', id }, before, after })
      await recordAudit(tx, { ...change, before: inAudit(before), after: inAudit(after), reason: UNDO_REASON })
      return { ok: true, deployment: after }
    })
  }

const inAudit = (deployment: WaitingDeployment) => ({
  status: deployment.status,
  name: deployment.name,
  ...switchesOf(deployment),
  addsUnitColumns: deployment.addsUnitColumns,
})
