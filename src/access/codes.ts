import type { Needs } from '#src/context.ts'
import { findUndoable, recordAudit, UNDO_REASON } from '#src/core/audit/audit.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import type { ListQuery } from '#src/core/rules/rows.ts'
import { isForCaller, isService, type ServiceAccount } from '#src/core/rules/service-account.ts'
import { demand, may, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import { type Coupon, codeKey } from './rules/access-code.ts'
import { batchShownTo, type ChangeRefused, expiry } from './rules/code-batches.ts'
import type { Entitlement } from './rules/entitlement.ts'
import { couponShownTo, shownCode, usedOnlyReason } from './rules/staff-codes.ts'
import {
  findCoupon,
  listKeysWithUsesLeft,
  lockCoupon,
  lockLastVoided,
  saveCoupon,
  saveOpen,
  saveValid,
  type WhichCodes,
} from './store/coupons.ts'
import { listBatchRows, listCodeRows, listStaffCoupons, lockBatch } from './store/staff-codes.ts'

export { listStaffCoupons } from './store/staff-codes.ts'

type Caller = SignedInStaff | ServiceAccount

/**
 * Finds codes that match the typed text, as the role sees them. Ignores case, spaces, hyphens, and look-alikes such as O
 * and 0.
 */
export const checkAccessCode = async (app: Needs<'db'>, typed: string, by: Staff | ServiceAccount) => {
  const found = await listStaffCoupons(app.db, typed)
  // A program sees how often a code was used, and no person.
  if (isService(by)) return found.filter(c => isForCaller(c.schoolId, by)).map(coupon => ({ ...coupon, uses: [] }))
  return found.map(coupon => couponShownTo(by, coupon))
}

/** Lists codes, a page at a time: all, or only used-up ones if the role or the sign-in allows no more. */
export const listCodes = ({ db, clock }: Needs<'clock' | 'db'>, query: ListQuery, by: SignedInStaff) =>
  listCodeRows(db, query, usedOnlyReason(by, clock.now()) !== null)

/** Lists codes for a program, a page at a time. Audited if it shows codes with uses left, which are worth money. */
export const downloadCodes = async (app: Needs<'clock' | 'db'>, asked: ListQuery, by: Caller) => {
  const now = app.clock.now()
  const query = coveredBy(asked, by)
  const usedOnly = !isService(by) && usedOnlyReason(by, now) !== null
  if (!usedOnly) {
    const line = { by, action: 'export-list', subject: { kind: 'list', key: 'codes' }, after: query.filters } as const
    await inTransaction(app.db, tx => recordAudit(tx, { ...line, now }))
  }
  return listCodeRows(app.db, query, usedOnly)
}

/** Limits a list to the school of a program whose key is for one. */
const coveredBy = (query: ListQuery, by: Caller): ListQuery =>
  isService(by) && by.schoolId !== null
    ? { ...query, filters: { ...query.filters, school: String(by.schoolId) } }
    : query

/** Lists batches of codes, a page at a time. */
export const listBatches = async ({ db }: Needs<'db'>, query: ListQuery, by: Caller) => {
  const page = await listBatchRows(db, coveredBy(query, by), !isService(by))
  return { ...page, rows: page.rows.map(row => batchShownTo(by, row)) }
}

/**
 * Changes a code's maximum usage and expiry: a date as typed, or empty for none. Refuses a maximum below the uses so far.
 */
export const changeCode = async (
  app: Needs<'clock' | 'db' | 'timezone'>,
  { code, maxUsage, expires }: { code: string; maxUsage: number; expires: string },
  by: Staff,
): Promise<{ ok: true } | ChangeRefused> => {
  demand(by, 'manage')
  const now = app.clock.now()
  const { timezone } = app
  const found = await findCoupon(app.db, code)
  if (!found) return refuse('code_not_found')
  return inTransaction(app.db, async tx => {
    const before = await lockCoupon(tx, found.id)
    if (!before) return refuse('code_not_found')
    if (maxUsage < before.used) return { ...refuse('below_used'), used: before.used }
    const ends = expiry(expires, { now, timezone })
    if (!ends.ok) return ends
    const after = { maxUsage, expiresAt: ends.expiresAt, voidedAt: null }
    await saveCoupon(tx, before.id, after, now)
    const subject = { kind: 'coupon', id: before.id } as const
    await recordAudit(tx, { by, action: 'change-access-code', subject, before: valuesOf(before), after, now })
    return { ok: true }
  })
}

const valuesOf = ({ maxUsage, expiresAt, voidedAt = null }: Coupon) => ({ maxUsage, expiresAt, voidedAt })

/** Takes back the last change of a code, or its voiding. */
export const undoCodeChange = async (app: Needs<'clock' | 'db'>, code: string, by: Staff) => {
  demand(by, 'manage')
  const now = app.clock.now()
  const found = await findCoupon(app.db, code)
  if (!found) return refuse('too_late_to_undo')
  return inTransaction(app.db, async tx => {
    const coupon = await lockCoupon(tx, found.id)
    if (!coupon) return refuse('too_late_to_undo')
    const current = valuesOf(coupon)
    const action = coupon.voidedAt ? 'void-access-codes' : 'change-access-code'
    const change = { by, action, subject: { kind: 'coupon', id: coupon.id }, now } as const
    const was = await findUndoable(tx, { ...change, current })
    const maxUsage = Number(was?.maxUsage)
    if (!was || maxUsage < coupon.used) return refuse('too_late_to_undo')
    const instant = (value: unknown) => (typeof value === 'string' ? new Date(value) : null)
    const after = { maxUsage, expiresAt: instant(was.expiresAt), voidedAt: instant(was.voidedAt) }
    await saveCoupon(tx, coupon.id, after, now)
    await recordAudit(tx, { ...change, before: current, after, reason: UNDO_REASON })
    return { ok: true as const }
  })
}

/** Change of codes with uses left: they become void, or get another last day. An empty `expires` means no last day. */
export type OpenCodesChange = { do: 'void' } | { do: 'extend'; expires: string }

/** Voids or extends the codes with uses left: one, or all of a batch. Those used up and void ones stay as they are. */
export const changeOpenCodes = async (
  app: Needs<'clock' | 'db' | 'timezone'>,
  { which, change, reason }: { which: WhichCodes; change: OpenCodesChange; reason: string },
  by: Staff,
) => {
  demand(by, 'manage')
  const now = app.clock.now()
  const ends = change.do === 'extend' ? expiry(change.expires, { now, timezone: app.timezone }) : null
  if (ends && !ends.ok) return ends
  const subject =
    'id' in which ? ({ kind: 'coupon', id: which.id } as const) : ({ kind: 'batch', id: which.batchId } as const)
  const action = ends ? 'change-access-code' : 'void-access-codes'
  return inTransaction(app.db, async tx => {
    const before = 'id' in which ? await lockCoupon(tx, which.id) : null
    const set = ends ? { expiresAt: ends.expiresAt } : { voidedAt: now }
    const codes = await saveOpen(tx, which, set, now)
    const line = before
      ? { before: valuesOf(before), after: { ...valuesOf(before), ...set } }
      : { after: { codes, ...set } }
    if (codes > 0) await recordAudit(tx, { by, action, ...line, subject, reason, now })
    return { ok: true as const, codes }
  })
}

/** Takes back the voiding of a batch, if none of the codes was touched since. They work again as before. */
export const undoVoid = async (app: Needs<'clock' | 'db'>, batchId: number, by: Staff) => {
  demand(by, 'manage')
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    await lockBatch(tx, batchId)
    const change = { by, action: 'void-access-codes', subject: { kind: 'batch', id: batchId }, now } as const
    const current = await lockLastVoided(tx, batchId)
    if (!current || !(await findUndoable(tx, { ...change, current }))) return refuse('too_late_to_undo')
    await saveValid(tx, batchId, current.voidedAt, now)
    await recordAudit(tx, { ...change, before: current, after: { codes: 0, voidedAt: null }, reason: UNDO_REASON })
    return { ok: true as const }
  })
}

type By = Pick<Staff, 'role'>

/** Reads which of these codes have uses left. Returns how a role sees each of them. */
export const makeCodeMask = async (db: Queryable, by: By, codes: string[]): Promise<(code: string) => string> => {
  if (codes.length === 0 || may(by, 'change')) return code => code
  const open = new Set(await listKeysWithUsesLeft(db, codes.map(codeKey)))
  return code => shownCode(by, code, open.has(codeKey(code)))
}

/** Returns rows of people with their codes as a role sees them. */
export const maskCodes = async (db: Queryable, by: By, rows: Entitlement[]): Promise<Entitlement[]> => {
  const codes = rows.flatMap(row => row.codes.map(c => c.code))
  const shown = await makeCodeMask(db, by, codes)
  return rows.map(row => ({ ...row, codes: row.codes.map(c => ({ ...c, code: shown(c.code) })) }))
}
