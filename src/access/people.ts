import type { Needs } from '#src/context.ts'
import { findUndoable, UNDO_REASON } from '#src/core/audit/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { demandInSchool, type Staff } from '#src/core/rules/staff.ts'
import {
  type ActionBy,
  byStaff,
  endIfExpiredAndGet,
  processEntitlement,
  queueCheckoutClose,
  unprocessEntitlement,
} from './entitlements.ts'
import { progress, restorable, sourceByStaff } from './rules/coverage.ts'
import { type Entitlement, type EntitlementKind, hasAccess, lastPeriodEnd } from './rules/entitlement.ts'
import { coversRow } from './rules/people.ts'
import { settleCoverage, settlePayments } from './settlements.ts'
import { countRunning } from './store/access-ends.ts'
import { restoreLines } from './store/checkouts.ts'
import { restoreUses } from './store/coupons.ts'
import { lockEntitlements, saveEarlierEnding } from './store/entitlement-changes.ts'
import { findEntitlementByToken, getEntitlement } from './store/entitlements.ts'

export {
  listLinkedPeople,
  listPeople,
  saveLinkedPeople,
  saveParted,
  saveUnlinked,
  saveVerifiedPerson,
} from './store/people.ts'

/** Counts the people who have access to a course now. */
export const countPeopleIn = ({ db, clock }: Needs<'clock' | 'db'>, courseId: number): Promise<number> =>
  countRunning(db, courseId, clock.now())

export interface SetProcessed {
  token: string
  /** The wanted state; the call never toggles. */
  processed: boolean
  /** Shown in the history. Calls may omit it (docs/rules/staff.md); an empty one is refused. */
  reason?: string | undefined
  /** If given, a token of the other kind is not found. */
  kind?: EntitlementKind | undefined
  /** Required to remove a person who paid by card, because they get no refund. */
  confirm?: boolean | undefined
}

/**
 * Processes or unprocesses a row by its token (docs/rules/access.md). Idempotent; locks all rows of the person. A refusal
 * has the unchanged row, if there is one.
 */
export const setProcessed = async (
  app: Needs<'clock' | 'db' | 'disputeTakesAccess' | 'jobs'>,
  { token, processed, reason, kind, confirm }: SetProcessed,
  staff: Staff,
) => {
  demandInSchool(staff, 'change')
  const by = byStaff(staff, reason)
  const found = await findEntitlementByToken(app.db, token.trim())
  if (!found || !coversRow(staff, found) || (kind && found.kind !== kind)) return refuse('entitlement_not_found')
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    await lockEntitlements(tx, [found, ...found.others])
    const entitlement = await endIfExpiredAndGet(tx, app.jobs, { entitlementId: found.id, now })
    if (!processed && hasPaidByCard(entitlement) && !confirm) return { ...refuse('removal_unconfirmed'), entitlement }
    if (reason?.trim() === '') return { ...refuse('reason_required'), entitlement }
    if (!processed) await unprocessEntitlement(tx, app.jobs, { entitlement, now, by })
    else if (!hasAccess(entitlement)) await giveAccess(app, tx, { entitlement, now, by })
    await settlePayments(app, tx, { entitlementId: found.id, now })
    if (processed) await queueCheckoutClose(app, tx, found)
    return { ok: true as const, entitlement: await getEntitlement(tx, found) }
  })
}

/**
 * Takes back one's own letting in of the last 30 seconds, if it was free and restored nothing. The person is then as
 * before. A welcome mail is not called back.
 */
export const undoLetIn = async (app: Needs<'clock' | 'db' | 'jobs'>, token: string, staff: Staff) => {
  demandInSchool(staff, 'change')
  const found = await findEntitlementByToken(app.db, token.trim())
  if (!found || !coversRow(staff, found)) return refuse('too_late_to_undo')
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    await lockEntitlements(tx, [found, ...found.others])
    const entitlement = await getEntitlement(tx, found)
    const subject = { kind: 'entitlement', id: found.id } as const
    const current = { source: 'staff', restored: [] }
    const isLast = await findUndoable(tx, { by: staff, action: 'process', subject, current, now })
    if (!isLast || entitlement.source !== 'staff') return refuse('too_late_to_undo')
    await unprocessEntitlement(tx, app.jobs, { entitlement, now, by: byStaff(staff, UNDO_REASON), keepCodes: true })
    await saveEarlierEnding(tx, entitlement)
    return { ok: true as const }
  })
}

const hasPaidByCard = (entitlement: Entitlement): boolean => hasAccess(entitlement) && entitlement.paid.length > 0

/** Restores codes and payments first, because they decide the source. Those of a period that has ended do not. */
const giveAccess = async (
  app: Needs<'disputeTakesAccess' | 'jobs'>,
  tx: Tx,
  { entitlement: before, now, by }: { entitlement: Entitlement; now: Date; by: ActionBy },
): Promise<void> => {
  const restored = await restoreCoverage(app, tx, before, now)
  const entitlement = await getEntitlement(tx, before)
  const source = sourceByStaff({ ...entitlement, processedAt: now })
  await processEntitlement(tx, app.jobs, { entitlement, source, now, by, restored })
}

/**
 * Restores what a person had before staff took them out: voided codes for products that are not covered, then card
 * payments for the rest, unless refunded. Restores nothing of a period that has ended (docs/rules/access.md). Returns
 * the restored codes. The caller holds the row's lock.
 */
const restoreCoverage = async (app: Needs<'disputeTakesAccess'>, tx: Tx, entitlement: Entitlement, now: Date) => {
  const restored = restorable(entitlement, now)
  const codes = [...entitlement.codes, ...restored.map(code => ({ ...code, voidedAt: null }))]
  const open = progress({ ...entitlement, codes }).missing
  const couponIds = restored.map(c => c.couponId)
  await restoreUses(tx, entitlement, couponIds)
  await restoreLines(tx, entitlement, { productIds: open.map(p => p.id), after: lastPeriodEnd(entitlement, now) })
  await settleCoverage(app, tx, { ...entitlement, codes })
  return restored.map(c => c.code)
}
