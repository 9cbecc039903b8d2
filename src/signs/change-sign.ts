import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction, RetryTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { SignEntry } from './rules/dictionary.ts'
import { type EntryTexts, type FieldFault, readEntry, textsOf, writeEntry } from './rules/entry-fields.ts'
import { type ChangeReason, changedFields, changeFaults } from './rules/sign-change.ts'
import { lockContent } from './store/content.ts'
import { type ChangeRow, findLatestChange, saveWaiting } from './store/sign-changes.ts'
import { findSign, listKnownGlosses } from './store/signs.ts'

interface ChangeAsked {
  slug: string
  /** Texts of the fields. A field that is left out stays as it is. */
  texts: Partial<EntryTexts>
  /** Number of the latest change that the person saw, 0 for none. */
  seen: number
}

export type ChangeRefused = Refused<Exclude<ChangeReason, 'fields_wrong'>> | FieldsWrong
type FieldsWrong = Refused<'fields_wrong'> & { faults: FieldFault[] }
type ChangeSaved = { ok: true; id: number } | ChangeRefused

/**
 * Saves a change of an entry, which waits for a reviewer. It takes the place of one that waits already. Refused if
 * somebody else changed the entry since the page was opened; the same change twice is safe.
 */
export const changeSign = async (
  { db, clock }: Needs<'clock' | 'db'>,
  { slug, texts, seen }: ChangeAsked,
  by: Staff,
): Promise<ChangeSaved> => {
  demand(by, 'clips')
  return inTransaction(db, async tx => {
    // One change at a time: a sign without changes has no row of its own to lock.
    await lockContent(tx)
    const sign = await findSign(tx, slug)
    const latest = await findLatestChange(tx, slug)
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
    const before = textsOf(current, changed)
    await recordAudit(tx, {
      by,
      action: 'change-sign',
      subject: { kind: 'sign', key: slug },
      before,
      after: changed,
      now,
    })
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
  latest.state === 'waiting' &&
  !latest.withdraws &&
  latest.proposedBy === by.id &&
  textOf(latest.fields) === textOf(fields)

/** JSON columns do not keep the order of names. */
const textOf = (fields: Partial<EntryTexts>): string => JSON.stringify(Object.entries(fields).toSorted())
