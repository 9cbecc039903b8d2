import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction, RetryTransaction } from '#src/core/db/transactions.ts'
import type { AuditAction } from '#src/core/rules/audit.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { SignEntry } from './rules/dictionary.ts'
import { type EntryTexts, type FieldFault, readEntry, textsOf, writeEntry } from './rules/entry-fields.ts'
import {
  type ChangeReason,
  type ChangeState,
  changedFields,
  changeFaults,
  withApproved,
  withoutMissing,
} from './rules/sign-changes.ts'
import { lockContent } from './store/content.ts'
import { type ChangeRow, lockChange, lockLatestChange, reviewChanges, saveWaiting } from './store/sign-changes.ts'
import { deleteSign, findSign, insertSign, listKnownGlosses, updateSign } from './store/signs.ts'

export type ChangeRefused = Refused<Exclude<ChangeReason, 'fields_wrong'>> | FieldsWrong
type FieldsWrong = Refused<'fields_wrong'> & { faults: FieldFault[] }
type ChangeSaved = { ok: true; id: number } | ChangeRefused

/**
 * Saves a change of an entry, which waits for a reviewer. It takes the place of one that waits already. Refused if
 * somebody else changed the entry since the page was opened: `seen` is the number of the latest change that the person
 * saw, 0 for none. A field that is left out stays as it is. The same change twice is safe.
 */
export const changeSign = async (
  { db, clock }: Needs<'clock' | 'db'>,
  { slug, texts, seen }: { slug: string; texts: Partial<EntryTexts>; seen: number },
  by: Staff,
): Promise<ChangeSaved> => {
  demand(by, 'clips')
  return inTransaction(db, async tx => {
    // One change at a time: a sign without changes has no row of its own to lock.
    await lockContent(tx)
    const sign = await findSign(tx, slug)
    const latest = await lockLatestChange(tx, slug)
    // An entry that was not approved yet is corrected as a whole.
    const added = sign ? null : openAddition(latest)
    const base = sign ?? added
    if (!base) return refuse('sign_not_found')
    const current = writeEntry(base)
    const changed = changedFields(current, texts)
    const fields = added ? { ...current, ...changed } : changed
    if (latest && isSame(latest, fields, by)) return { ok: true, id: latest.id }
    if ((latest?.id ?? 0) !== seen) return refuse('entry_changed')
    if (Object.keys(changed).length === 0) return refuse('nothing_changed')
    const faults = await findFaults(tx, base.gloss, changed)
    if (faults.length > 0) return { ...refuse('fields_wrong'), faults }
    const now = clock.now()
    const entry = added && { entry: { ...added, ...readEntry({ ...current, ...changed }) } }
    const id = await saveWaiting(tx, { sign: slug, fields, ...entry, proposedBy: by.id, createdAt: now })
    if (id === null) throw new RetryTransaction()
    const line = { by, action: 'change-sign', subject: { kind: 'sign', key: slug }, now } as const
    await recordAudit(tx, { ...line, before: textsOf(current, changed), after: changed })
    return { ok: true, id }
  })
}

/** Lists what is wrong with the changed fields of a sign, with the glosses that exist now. */
export const findFaults = async (tx: Tx, gloss: string, fields: Partial<EntryTexts>): Promise<FieldFault[]> => {
  const named = `${fields.related ?? ''};${fields.confusable ?? ''}`.split(';').map(part => part.trim())
  const known = new Set(await listKnownGlosses(tx, named))
  return changeFaults(gloss, fields, other => known.has(other))
}

const openAddition = (latest: ChangeRow | null): SignEntry | null =>
  latest && !latest.withdraws && (latest.state === 'waiting' || latest.state === 'sent_back') ? latest.entry : null

const isSame = (latest: ChangeRow, fields: Partial<EntryTexts>, by: Staff): boolean =>
  latest.state === 'waiting' && !latest.withdraws && latest.proposedBy === by.id && isSameJson(latest.fields, fields)

/** Compares what JSON columns keep, which is not the order of names. */
export const isSameJson = (one: object, other: object): boolean =>
  JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted())

export type ChangeReviewed = { ok: true; sign: string } | ChangeRefused

/** Approves a change that waits, so that the dictionary and its search show it. Twice is safe. */
export const approveChange = async ({ db, clock }: Needs<'clock' | 'db'>, changeId: number, by: Staff) => {
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
export const discardChange = async ({ db, clock }: Needs<'clock' | 'db'>, changeId: number, by: Staff) => {
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
  await reviewChanges(tx, [change], { state: to, ...review, ...(comment ? { comment } : {}) })
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
    const entry = withoutMissing(change.entry, gloss => known.has(gloss))
    await insertSign(tx, entry)
    return { ok: true, after: change.fields }
  }
  if (!sign) return refuse('sign_not_found')
  const faults = await findFaults(tx, sign.gloss, change.fields)
  if (faults.length > 0) return { ...refuse('fields_wrong'), faults }
  const changed = withApproved(sign, change.fields, () => true)
  await updateSign(tx, changed)
  return { ok: true, before: textsOf(writeEntry(sign), change.fields), after: change.fields }
}
