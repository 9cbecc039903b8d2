import { endOfDay } from '../domain/business-day.ts'
import { codeChangeMessages } from '../domain/code-change.ts'
import { MOST_USAGE, readDay } from '../domain/code-import.ts'
import { demand, type Staff } from '../domain/staff.ts'
import { lockCoupon, saveCoupon } from '../store/queries/coupons.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { recordAudit } from './steps/record-audit.ts'

export type CodeChanged = { kind: 'done'; code: string; message: string } | { kind: 'refused'; message: string }

/** How often a code can be used, never below how often it was, and until when (rules.md G, §2 Import). */
export const changeAccessCode =
  (deps: Deps) =>
  async (given: { couponId: number; maxUsage: string; expires: string }, by: Staff): Promise<CodeChanged> => {
    demand(by, 'manage')
    const day = readDay(given.expires.trim())
    if (day === undefined) return { kind: 'refused', message: codeChangeMessages.day }
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      const before = await lockCoupon(tx, given.couponId)
      if (!before) return { kind: 'refused', message: codeChangeMessages.gone }
      const maxUsage = /^\d{1,5}$/.test(given.maxUsage.trim()) ? Number(given.maxUsage) : 0
      if (maxUsage < Math.max(1, before.used) || maxUsage > MOST_USAGE)
        return { kind: 'refused', message: codeChangeMessages.usage(before.used) }
      const after = { maxUsage, expiresAt: day === null ? null : endOfDay(day, deps.settings.timezone) }
      await saveCoupon(tx, before.id, after, now)
      const { maxUsage: uses, expiresAt } = before
      const subject = { kind: 'coupon', id: before.id } as const
      await recordAudit(tx, by, 'change-access-code', subject, { maxUsage: uses, expiresAt }, after, now)
      return { kind: 'done', code: before.code, message: codeChangeMessages.changed }
    })
  }
