import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { isReasonMissing } from '#src/core/rules/reason.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { isClientTaken } from './add-platform.ts'
import type { Platform, PlatformSwitches, Reach } from './rules/platform.ts'
import { findPlatform, findPlatformReach, lockPlatforms, savePlatformSwitches } from './store/platforms.ts'
import type { App } from "#src/context.ts";

/** Counts whom deactivating a platform affects. Returns null for an unknown platform. */
export const previewSwitchOff =
  async (app: App, id: number, by: Staff): Promise<(Reach & { domain: string }) | null> => {
    demand(by, 'manage')
    return Number.isSafeInteger(id) ? findPlatformReach(app.db, id) : null
  }

export type PlatformSwitched =
  | { ok: true; platform: Platform }
  | Refused<'platform_not_found' | 'reason_required' | 'client_id_taken'>

/**
 * Turns a platform on or off, or its launches without cookies. Sets the state, never toggles. Turning a platform off
 * needs a reason, because a whole school loses access. Otherwise a reason may be left out, but not blank.
 */
export const switchPlatform =
  async (app: App, id: number, switches: Partial<PlatformSwitches>, by: Staff, reason?: string): Promise<PlatformSwitched> => {
    demand(by, 'manage')
    if (!Number.isSafeInteger(id)) return refuse('platform_not_found')
    if (isReasonMissing(reason, switches.isActive === false)) return refuse('reason_required')
    const now = app.clock.now()
    return inTransaction(app.db, async tx => {
      if (switches.isActive) {
        await lockPlatforms(tx)
        const found = await findPlatform(tx, id)
        if (found && (await isClientTaken(tx, found))) return refuse('client_id_taken')
      }
      const platform = await savePlatformSwitches(tx, id, switches, now)
      if (!platform) return refuse('platform_not_found')
      await recordAudit(tx, {
        by,
        action: 'switch-platform',
        subject: { kind: 'platform', id },
        after: switches,
        reason,
        now,
      })
      return { ok: true, platform }
    })
  }
