import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { NotCsv } from '#src/core/read-csv.ts'
import { readTable } from '#src/core/read-table.ts'
import type { ImportFile } from '#src/core/rules/csv.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { type EntryTexts, writeEntry } from './rules/entry-fields.ts'
import type { SignChange } from './rules/sign-changes.ts'
import {
  type KnownSigns,
  readSignHeader,
  readSignRow,
  SIGN_IMPORT_ROWS,
  type SignImportReason,
  type SignRow,
  type SignRowFailure,
} from './rules/sign-import.ts'
import { lockContent } from './store/content.ts'
import { deleteDrafts, listDrafts, saveDrafts, sendDrafts } from './store/sign-changes.ts'
import { listAllSigns } from './store/signs.ts'

type SignsImported = { ok: true; rows: number; changed: number; failed: SignRowFailure[] } | Refused<SignImportReason>

/**
 * Reads changes of entries from a CSV file, in the columns of content files. They become drafts of this staff user, in
 * place of earlier ones, so that the page can show them before they are sent for review.
 */
export const importSigns = async (
  { db, clock }: Needs<'clock' | 'db'>,
  file: ImportFile | undefined,
  by: Staff,
): Promise<SignsImported> => {
  demand(by, 'clips')
  if (!file) return refuse('no_file')
  const signs = await listAllSigns(db)
  const known: KnownSigns = new Map(signs.map(sign => [sign.gloss, { slug: sign.slug, texts: writeEntry(sign) }]))
  const read = await readRows(file, known)
  if (!read.ok) return read
  const changes = read.good
    .filter(row => Object.keys(row.fields).length > 0)
    .map(({ gloss, fields }) => ({ sign: known.get(gloss)!.slug, fields }))
  await inTransaction(db, async tx => {
    await deleteDrafts(tx, by.id)
    await saveDrafts(tx, changes, { proposedBy: by.id, createdAt: clock.now() })
  })
  const { good, failed } = read
  return { ok: true, rows: good.length + failed.length, changed: changes.length, failed }
}

type Rows = { ok: true; good: SignRow[]; failed: SignRowFailure[] } | Refused<SignImportReason>

const readRows = async (file: ImportFile, known: KnownSigns): Promise<Rows> => {
  const good = new Map<string, SignRow>()
  const failed: SignRowFailure[] = []
  let columns: ReturnType<typeof readSignHeader> | null = null
  try {
    for await (const line of readTable(file)) {
      if (!columns) {
        columns = readSignHeader(line.cells)
        continue
      }
      if (typeof columns === 'string') return refuse(columns)
      if (good.size + failed.length >= SIGN_IMPORT_ROWS) return refuse('too_many_rows')
      const row = readSignRow(line, columns, known)
      if ('faults' in row) failed.push(row)
      else if (good.has(row.gloss)) failed.push({ ...row, faults: ['Duplicate in file (first kept)'] })
      else good.set(row.gloss, row)
    }
  } catch (error) {
    if (!(error instanceof NotCsv)) throw error
    return refuse('not_csv')
  }
  if (file.cut()) return refuse('file_too_big')
  if (!columns || typeof columns === 'string') return refuse(columns ?? 'no_header')
  return { ok: true, good: [...good.values()], failed }
}

/** A draft beside what the dictionary says now. */
export interface Draft {
  change: SignChange
  gloss: string
  now: EntryTexts
}

/** Lists the drafts of a staff user. A sign that left the dictionary is left out. */
export const viewDrafts = async ({ db }: Needs<'db'>, by: Staff): Promise<Draft[]> => {
  demand(by, 'clips')
  const changes = await listDrafts(db, by.id)
  if (changes.length === 0) return []
  const signs = new Map((await listAllSigns(db)).map(sign => [sign.slug, sign]))
  return changes.flatMap(change => {
    const sign = signs.get(change.sign)
    return sign ? [{ change, gloss: sign.gloss, now: writeEntry(sign) }] : []
  })
}

/** Sends drafts for review, up to the last that the person saw. Twice is safe. Returns the number sent. */
export const sendSignDrafts = async (
  { db, clock }: Needs<'clock' | 'db'>,
  lastSeen: number,
  by: Staff,
): Promise<number> => {
  demand(by, 'clips')
  return inTransaction(db, async tx => {
    await lockContent(tx)
    const now = clock.now()
    const sent = await sendDrafts(tx, lastSeen, { staffId: by.id, now })
    const after = { entries: sent.length }
    if (sent.length > 0)
      await recordAudit(tx, { by, action: 'import-sign-changes', subject: { kind: 'sign' }, after, now })
    return sent.length
  })
}

export const discardSignDrafts = async ({ db }: Needs<'db'>, by: Staff): Promise<void> => {
  demand(by, 'clips')
  await inTransaction(db, tx => deleteDrafts(tx, by.id))
}
