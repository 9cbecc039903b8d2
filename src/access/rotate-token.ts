import { recordAudit } from '#src/core/audit/record-audit.ts'
import { mintToken } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { lockEntitlements, saveToken } from './store/entitlement-changes.ts'
import { findEntitlementByToken } from './store/entitlements.ts'

/**
 * Replaces a row's token, for example after a link was shared. The old token stops working; the next launch or sign-up
 * leads to the new one. Returns null for an unknown token, also for the second of two concurrent calls.
 */
export const rotateToken =
  (deps: Deps) =>
  async ({ token, reason }: { token: string; reason?: string | undefined }, by: Staff): Promise<string | null> => {
    demand(by, 'change')
    return inTransaction(deps.db, async tx => {
      const found = await findEntitlementByToken(tx, token.trim())
      if (!found) return null
      await lockEntitlements(tx, [found])
      const now = deps.clock.now()
      const fresh = mintToken(found.kind === 'enrollment' ? 'e' : 'm')
      if (!(await saveToken(tx, found, { old: found.token, fresh, now }))) return null
      await recordAudit(tx, { by, action: 'rotate-token', subject: found, reason, now })
      return fresh
    })
  }
