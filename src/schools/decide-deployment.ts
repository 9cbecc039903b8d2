import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { describeDeploymentRefusal, type WaitingDeployment, whichDeployment } from './rules/platform.ts'
import { switchesOf } from './rules/school.ts'
import {
  type DeploymentChange,
  findDeploymentReach,
  listDeployments,
  lockDeployment,
  saveDeployment,
} from './store/platforms.ts'

/** Lists deployments: waiting ones first, then decided ones, newest first. */
export const listAllDeployments = (deps: Deps) => (): Promise<WaitingDeployment[]> => listDeployments(deps.db)

/** Lists the effects of refusing a deployment. Returns null unless it is approved now. */
export const previewRefusal =
  (deps: Deps) =>
  async (id: number, by: Staff): Promise<{ name: string; says: string[] } | null> => {
    demand(by, 'manage')
    const [found] = Number.isSafeInteger(id) ? await listDeployments(deps.db, id) : []
    if (found?.status !== 'approved') return null
    const name = whichDeployment(found)
    return { name, says: describeDeploymentRefusal(name, await findDeploymentReach(deps.db, id)) }
  }

/**
 * Approves or refuses a deployment, or changes its school's settings. Returns null for an unknown deployment,
 * 'nothing-left' if no payment method would remain. Requires the manager role.
 */
export const decideDeployment =
  (deps: Deps) =>
  async (
    id: number,
    change: DeploymentChange,
    by: Staff,
    reason?: string,
  ): Promise<WaitingDeployment | null | 'nothing-left'> => {
    demand(by, 'manage')
    if (!Number.isSafeInteger(id)) return null
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      await lockDeployment(tx, id)
      const before = (await listDeployments(tx, id))[0]
      if (!before) return null
      const after = { ...before, ...change }
      if (!after.acceptsPayment && !after.acceptsAccessCode) return 'nothing-left'
      await saveDeployment(tx, id, change, now)
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
      return after
    })
  }

const inAudit = (deployment: WaitingDeployment) => ({
  status: deployment.status,
  name: deployment.name,
  ...switchesOf(deployment),
})
