import { mintToken } from '../crypto.ts'
import { demand, type Staff } from '../domain/staff.ts'
import { lockEntitlements, saveToken } from '../store/queries/entitlement-changes.ts'
import { findEntitlementByToken } from '../store/queries/entitlements.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { recordAudit } from './steps/record-audit.ts'

/**
 * A new token for a row whose link came into other hands (rules.md F3): the old one opens nothing from then on, and the
 * person's next launch or sign-up leads to the new one. Null: no such token, also for the second of two at once.
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
