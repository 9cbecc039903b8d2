import type { Needs } from '#src/context.ts'
import type { Tx } from '#src/core/db/db.ts'
import { processEntitlement, unprocessEntitlement, withoutDependents } from './entitlements.ts'
import { accessEndElsewhere, completionSource, isBought, isBoughtHere, isComplete, progress } from './rules/coverage.ts'
import { type Entitlement, type EntitlementRef, hasAccess } from './rules/entitlement.ts'
import type { Payment } from './rules/payment.ts'
import { flagsOf, type Held, heldBy, losesAccess, type PaymentPolicy, settle } from './rules/settlements.ts'
import { changeCheckout, saveLineCoverage } from './store/checkouts.ts'
import { lockEntitlements, saveCoveredByOtherRow } from './store/entitlement-changes.ts'
import { getEntitlement, listEntitlements } from './store/entitlements.ts'
import { listCodesHeld, listPayments, saveFlags } from './store/payments.ts'

export {
  type Checkout,
  changeCheckout,
  claimChecks,
  claimChecksOf,
  findCheckout,
  findCheckoutByPayment,
  getCheckout,
  listAffectedByChange,
  listCheckouts,
  listOverdue,
  saveCheckout,
  saveLineAmounts,
} from './store/checkouts.ts'
export {
  claimRefund,
  hasRefund,
  listPayments,
  lockFlag,
  lockPayment,
  saveCharge,
  saveDispute,
  saveFlag,
  saveRefund,
} from './store/payments.ts'

interface Settle {
  entitlementId: number
  now: Date
  stripeEventId?: string | undefined
  /** Cause of the loss, for the audit log. */
  reason?: string | undefined
}

type Flags = ReturnType<typeof flagsOf>

/**
 * Recomputes a person's access from all their payments: processes or unprocesses the row and opens or closes flags,
 * also on the person's other rows. Everything is derived from stored facts, so events may arrive in any order and more
 * than once. Returns the newly opened flags. The caller holds the row's lock.
 */
export const settlePayments = async (
  app: Needs<'disputeTakesAccess' | 'jobs'>,
  tx: Tx,
  { entitlementId, now, stripeEventId, reason }: Settle,
): Promise<Flags> => {
  const before = await withoutDependents(tx, await getWithOthersLocked(tx, { id: entitlementId }))
  const { payments, settled, policy } = await settleCoverage(app, tx, before)
  const entitlement = { ...before, paid: settled.paid }
  const stays = await processOrUnprocess(app, tx, { entitlement, lost: settled.lost, now, stripeEventId, reason })
  const hasLost = settled.lines.some(l => !l.covers)
  const kept = stays && isBought(before) ? await clearFindings(tx, entitlement, payments, hasLost) : payments
  const after = await getEntitlement(tx, before)
  const opened = await updateFlags(tx, after, kept, { policy, now })
  for (const entitlement of await listEntitlements(tx, after.others)) {
    const payments = await listPayments(tx, entitlement)
    opened.push(...(await updateFlags(tx, entitlement, payments, { policy, now })))
  }
  return opened
}

/** Computes and saves which products the payments cover now. */
export const settleCoverage = async (app: Needs<'disputeTakesAccess'>, tx: Tx, entitlement: Entitlement) => {
  const policy: PaymentPolicy = { disputeTakesAccess: app.disputeTakesAccess }
  const payments = await listPayments(tx, entitlement)
  const settled = settle(payments, entitlement, policy)
  await saveLineCoverage(tx, settled.lines)
  return { payments, settled, policy }
}

/** Locks the person's other rows first, because their coverage depends on each other. */
const getWithOthersLocked = async (tx: Tx, row: EntitlementRef): Promise<Entitlement> => {
  const found = await getEntitlement(tx, row)
  if (found.others.length === 0) return found
  await lockEntitlements(tx, found.others)
  return getEntitlement(tx, row)
}

const updateFlags = async (
  tx: Tx,
  entitlement: Entitlement,
  payments: Payment[],
  { policy, now }: { policy: PaymentPolicy; now: Date },
): Promise<Flags> => {
  if (payments.length === 0) return []
  const elsewhere: Held[] = await listCodesHeld(tx, entitlement.others)
  for (const other of entitlement.others)
    elsewhere.push(...heldBy(await listPayments(tx, other), other.accessEndsAt, policy))
  const beside = { codes: await listCodesHeld(tx, [entitlement]), elsewhere }
  const flags = flagsOf({ payments, entitlement, beside, policy })
  const checkoutIds = payments.map(p => p.checkoutId)
  await saveFlags(tx, checkoutIds, flags, now)
  return flags.filter(f => !payments.some(p => p.checkoutId === f.checkoutId && p.openFlags.includes(f.kind)))
}

interface AccessChange extends Omit<Settle, 'entitlementId'> {
  entitlement: Entitlement
  /** Products that nothing covers any more. */
  lost: number[]
}

/** Gives or takes access by what the payments cover now. Returns true if the person has access afterwards. */
const processOrUnprocess = async (app: Needs<'jobs'>, tx: Tx, given: AccessChange): Promise<boolean> => {
  const { entitlement, lost, now, stripeEventId, reason = 'refund' } = given
  if (!hasAccess(entitlement)) {
    const { missing, total } = progress(entitlement)
    // Sign-up may have closed since the checkout was opened; a complete payment still gives access.
    const hasAll = isComplete(entitlement, now) || (total > 0 && missing.length === 0)
    if (!hasAll || entitlement.paid.length === 0) return false
    await processEntitlement(tx, app.jobs, { entitlement, source: 'card', now, stripeEventId })
    return true
  }
  if (!losesAccess(entitlement, { paid: entitlement.paid, lost })) {
    if (isBoughtHere(entitlement) && completionSource(entitlement) === 'migrated')
      await saveCoveredByOtherRow(tx, entitlement, accessEndElsewhere(entitlement), now)
    return true
  }
  await unprocessEntitlement(tx, app.jobs, { entitlement, now, by: { actor: 'system', reason }, keepCodes: true })
  return false
}

/** Clears `gift`, and with `hasLost`, after another payment was lost, `late`, for payments that access now depends on. */
const clearFindings = async (tx: Tx, entitlement: Entitlement, payments: Payment[], hasLost: boolean) => {
  const kept: Payment[] = []
  for (const payment of payments) {
    const own = payment.lines.map(l => l.productId)
    const without = { ...entitlement, paid: entitlement.paid.filter(id => !own.includes(id)) }
    const isNeeded = payment.status === 'paid' && progress(without).missing.some(p => own.includes(p.id))
    const cleared = hasLost ? ['late', 'gift'] : ['gift']
    const findings = payment.findings.filter(f => !(isNeeded && cleared.includes(f)))
    if (findings.length < payment.findings.length)
      await changeCheckout(tx, payment.checkoutId, { status: 'paid', findings })
    kept.push({ ...payment, findings })
  }
  return kept
}
