import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import type { AuditAction } from '#src/core/rules/audit.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { type ChangeRefused, findFaults } from './change-sign.ts'
import { type EntryTexts, textsOf, writeEntry } from './rules/entry-fields.ts'
import { type ChangeState, withApproved, withoutMissing } from './rules/sign-change.ts'
import { lockContent } from './store/content.ts'
import { type ChangeRow, lockChange, updateChange } from './store/sign-changes.ts'
import { deleteSign, findSign, insertSign, listKnownGlosses, updateSign } from './store/signs.ts'

type ChangeReviewed = { ok: true; sign: string } | ChangeRefused

/** Approves a change that waits, so that the dictionary and its search show it. Twice is safe. */
export const approveChange = async (
  { db, clock }: Needs<'clock' | 'db'>,
  changeId: number,
  by: Staff,
): Promise<ChangeReviewed> => {
  demand(by, 'review')
  return inTransaction(db, async tx => {
    // An import of content at the same time would undo what is approved.
    await lockContent(tx)
    const step: Step = { from: ['waiting'], to: 'approved', action: 'approve-sign-change' }
    return move(tx, { changeId, by, now: clock.now() }, step, change => applyChange(tx, change))
  })
}

/** Sends a change back. The comment says what to correct. */
export const sendBackChange = async (
  { db, clock }: Needs<'clock' | 'db'>,
  changeId: number,
  comment: string,
  by: Staff,
): Promise<ChangeReviewed> => {
  demand(by, 'review')
  const remark = comment.trim()
  if (remark === '') return refuse('remark_required')
  const step: Step = { from: ['waiting'], to: 'sent_back', action: 'send-back-sign-change', comment: remark }
  return inTransaction(db, tx => move(tx, { changeId, by, now: clock.now() }, step))
}

/** Discards a change that waits or was sent back. */
export const discardChange = async (
  { db, clock }: Needs<'clock' | 'db'>,
  changeId: number,
  by: Staff,
): Promise<ChangeReviewed> => {
  demand(by, 'clips')
  const step: Step = { from: ['waiting', 'sent_back'], to: 'discarded', action: 'discard-sign-change' }
  return inTransaction(db, tx => move(tx, { changeId, by, now: clock.now() }, step))
}

interface Step {
  from: ChangeState[]
  to: ChangeState
  action: AuditAction
  comment?: string
}

/** Texts of the entry before and after the change, for the audit. */
type Applied = { ok: true; before?: Partial<EntryTexts>; after?: Partial<EntryTexts> } | ChangeRefused

/** Moves a change to another state, with an audit line. Does nothing if it is there already. */
const move = async (
  tx: Tx,
  { changeId, by, now }: { changeId: number; by: Staff; now: Date },
  { from, to, action, comment }: Step,
  apply: (change: ChangeRow) => Promise<Applied> = async () => ({ ok: true }),
): Promise<ChangeReviewed> => {
  const change = await lockChange(tx, changeId)
  if (!change || change.state === 'draft') return refuse('change_not_found')
  const { sign, state } = change
  if (state === to) return { ok: true, sign }
  if (!from.includes(state)) return refuse('entry_changed')
  const applied = await apply(change)
  if (!applied.ok) return applied
  const review = to === 'discarded' ? {} : { reviewedBy: by.id, reviewedAt: now }
  await updateChange(tx, changeId, { state: to, ...review, ...(comment ? { comment } : {}) })
  const { before = null, after = null } = applied
  await recordAudit(tx, { by, action, subject: { kind: 'sign', key: sign }, before, after, now })
  return { ok: true, sign }
}

const applyChange = async (tx: Tx, change: ChangeRow): Promise<Applied> => {
  const sign = await findSign(tx, change.sign)
  if (change.withdraws) {
    await deleteSign(tx, change.sign)
    return { ok: true }
  }
  if (change.entry) {
    if (sign) return refuse('sign_exists')
    const known = new Set(await listKnownGlosses(tx, [...change.entry.related, ...change.entry.confusable]))
    await insertSign(
      tx,
      withoutMissing(change.entry, gloss => known.has(gloss)),
    )
    return { ok: true, after: change.fields }
  }
  if (!sign) return refuse('sign_not_found')
  const faults = await findFaults(tx, sign.gloss, change.fields)
  if (faults.length > 0) return { ...refuse('fields_wrong'), faults }
  await updateSign(
    tx,
    withApproved(sign, change.fields, () => true),
  )
  return { ok: true, before: textsOf(writeEntry(sign), change.fields), after: change.fields }
}
