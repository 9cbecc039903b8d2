import type { RejectedGrades } from '../domain/grade.ts'
import { type Platform, describeSwitchOff } from '../domain/platform.ts'
import { demand, type Staff } from '../domain/staff.ts'
import { listGradeRefusals } from '../store/queries/grades.ts'
import { findPlatformReach, listAllPlatforms, setPlatformActive } from '../store/queries/platforms.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { recordAudit } from './steps/record-audit.ts'

/** Lists all platforms with their refused grades, inactive ones first. */
export const listPlatforms =
  ({ db }: Deps) =>
  async (): Promise<(Platform & { untaken: RejectedGrades | null })[]> => {
    const refusals = (await listGradeRefusals(db)).filter(r => r.kind === 'platform')
    return (await listAllPlatforms(db)).map(p => ({ ...p, untaken: refusals.find(r => r.id === p.id) ?? null }))
  }

/** Lists the effects of deactivating a platform. Returns null for an unknown platform. */
export const previewSwitchOff =
  (deps: Deps) =>
  async (id: number, by: Staff): Promise<{ domain: string; says: string[] } | null> => {
    demand(by, 'manage')
    const found = Number.isSafeInteger(id) ? await findPlatformReach(deps.db, id) : null
    return found && { domain: found.domain, says: describeSwitchOff(found) }
  }

/** Activates or deactivates a platform. Sets the state, never toggles. Returns null for an unknown platform. */
export const switchPlatform =
  (deps: Deps) =>
  async (id: number, isActive: boolean, by: Staff, reason?: string): Promise<Platform | null> => {
    demand(by, 'manage')
    if (!Number.isSafeInteger(id)) return null
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      const platform = await setPlatformActive(tx, id, isActive, now)
      if (!platform) return null
      await recordAudit(tx, {
        by,
        action: 'switch-platform',
        subject: { kind: 'platform', id },
        after: { isActive },
        reason,
        now,
      })
      return platform
    })
  }
