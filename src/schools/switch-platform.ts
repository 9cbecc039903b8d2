import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { describeSwitchOff, type Platform } from './rules/platform.ts'
import { findPlatformReach, setPlatformActive } from './store/platforms.ts'

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
