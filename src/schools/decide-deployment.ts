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
import { completeChange, switchesOf } from './rules/school.ts'
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

const inAudit = (deployment: WaitingDeployment) => ({
  status: deployment.status,
  name: deployment.name,
  ...switchesOf(deployment),
  addsUnitColumns: deployment.addsUnitColumns,
})
