import type { WaitingDeployment } from '../domain/platform.ts'
import { demand, type Staff } from '../domain/staff.ts'
import { saveAudit } from '../store/queries/audit.ts'
import { type DeploymentChange, listDeployments, lockDeployment, saveDeployment } from '../store/queries/platforms.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'

/** The inbox: installations of the tool that wait for approval, and those that were decided, newest first. */
export const listAllDeployments = (deps: Deps) => (): Promise<WaitingDeployment[]> => listDeployments(deps.db)

/** Approves or refuses an installation of the tool, or changes what its school accepts. Null: no such deployment. */
export const decideDeployment =
  (deps: Deps) =>
  async (id: number, change: DeploymentChange, by: Staff): Promise<WaitingDeployment | null | 'nothing-left'> => {
    demand(by, 'manage')
    if (!Number.isSafeInteger(id)) return null
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      await lockDeployment(tx, id)
      const before = (await listDeployments(tx, id))[0]
      if (!before) return null
      const after = { ...before, ...stripped(change) }
      if (!after.acceptsPayment && !after.acceptsAccessCode) return 'nothing-left'
      await saveDeployment(tx, id, change, now)
      const line = { actor: `staff:${by.id}`, action: 'change-deployment', subjectKind: 'deployment' as const }
      await saveAudit(tx, { ...line, subjectId: id, before: { status: before.status }, after: change }, now)
      return (await listDeployments(tx, id))[0] ?? null
    })
  }

const stripped = (change: DeploymentChange): DeploymentChange =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
