import type { Needs } from '#src/context.ts'
import { recordAudit, recordAudits } from '#src/core/audit/audit.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { NotCsv } from '#src/core/read-csv.ts'
import { readTable } from '#src/core/read-table.ts'
import { cellText, type ImportFile, type ImportLine } from '#src/core/rules/csv.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { withDecisions } from './rules/added-signs.ts'
import type { SignEntry } from './rules/dictionary.ts'
import { textsOf, writeEntry } from './rules/entry-fields.ts'
import { changeFaults, type SignFileKey, withApproved, withoutMissing } from './rules/sign-changes.ts'
import {
  type Dictionary,
  FILE_NAME_MAX,
  readSignHeader,
  readSignRow,
  SIGN_IMPORT_ROWS,
  type SignImportReason,
  type SignRow,
  type SignRowFailure,
} from './rules/sign-import.ts'
import { listLessons, lockContent } from './store/content.ts'
import {
  deleteDrafts,
  listChangesOfFile,
  listFiles,
  lockFile,
  reviewChanges,
  saveDrafts,
  sendDrafts,
} from './store/sign-changes.ts'
import { listAllSigns, listSignsNamed, replaceSigns } from './store/signs.ts'

type NotImported = Refused<SignImportReason> & { columns?: string[] }

/**
 * Reads new entries and changes from a CSV file, in the columns of content files. They become drafts of this staff user,
 * in place of earlier ones, so that the page can show them before they are sent for review.
 */
export const importSigns = async (
  { db, clock }: Needs<'clock' | 'db'>,
  file: (ImportFile & { name: string }) | undefined,
  by: Staff,
): Promise<{ ok: true; rows: number; added: number; changed: number; failed: SignRowFailure[] } | NotImported> => {
  demand(by, 'clips')
  if (!file) return refuse('no_file')
  const [signs, lessons] = [await listAllSigns(db), await listLessons(db)]
  const read = await readRows(file, signs, lessons)
  if (!read.ok) return read
  const changes = read.good
    .filter(row => Object.keys(row.fields).length > 0)
    .map(({ sign, fields, entry }) => ({ sign, fields, ...(entry && { entry }) }))
  const name = file.name.trim().slice(-FILE_NAME_MAX) || 'file'
  await inTransaction(db, async tx => {
    await deleteDrafts(tx, by.id)
    await saveDrafts(tx, changes, { file: name, proposedBy: by.id, createdAt: clock.now() })
  })
  const { good, failed } = read
  const added = changes.filter(change => change.entry).length
  return { ok: true, rows: good.length + failed.length, added, changed: changes.length - added, failed }
}

const readRows = async (
  file: ImportFile,
  signs: SignEntry[],
  lessons: string[],
): Promise<{ ok: true; good: SignRow[]; failed: SignRowFailure[] } | NotImported> => {
  const lines: ImportLine[] = []
  try {
    for await (const line of readTable(file)) {
      if (lines.length > SIGN_IMPORT_ROWS) return refuse('too_many_rows')
      lines.push(line)
    }
  } catch (error) {
    if (!(error instanceof NotCsv)) throw error
    return refuse('not_csv')
  }
  if (file.cut()) return refuse('file_too_big')
  const [head, ...rows] = lines
  const columns = head ? readSignHeader(head.cells) : { reason: 'no_header' as const }
  if ('reason' in columns) return { ok: false, ...columns }
  const dictionary: Dictionary = {
    signs: new Map(signs.map(sign => [sign.gloss, sign])),
    slugs: new Set(signs.map(sign => sign.slug)),
    lessons,
    inFile: new Set(rows.map(({ cells }) => cellText(cells[columns.gloss] ?? ''))),
  }
  const good = new Map<string, SignRow>()
  const failed: SignRowFailure[] = []
  for (const line of rows) {
    const row = readSignRow(line, columns, dictionary)
    if ('faults' in row) failed.push(row)
    else if (good.has(row.sign)) failed.push({ ...row, faults: ['Duplicate in file (first kept)'] })
    else good.set(row.sign, row)
  }
  return { ok: true, good: [...good.values()], failed }
}

export type SignFile = Awaited<ReturnType<typeof listSignFiles>>[number]

/** More rows would make the page slow. */
const MOST_SHOWN = 300

/**
 * Lists the file that this person read and did not send yet, and the files that wait for a reviewer, the oldest first. Of
 * each its first changes, beside what the dictionary says now, which a new entry lacks.
 */
export const listSignFiles = async ({ db }: Needs<'db'>, by: Staff) => {
  demand(by, 'clips')
  const files = []
  for (const { state, staffId, at, ...file } of await listFiles(db, by.id)) {
    const changes = await listChangesOfFile(db, state, staffId, at, MOST_SHOWN)
    const slugs = changes.map(change => change.sign)
    const known = new Map((await listSignsNamed(db, slugs)).map(sign => [sign.slug, sign]))
    const shown = changes.map(change => {
      const sign = change.entry ? undefined : known.get(change.sign)
      const gloss = sign?.gloss ?? change.entry?.gloss ?? change.sign
      return { change, gloss, now: sign && writeEntry(sign) }
    })
    files.push({ ...file, key: { staffId, at }, isSent: state === 'waiting', changes: shown })
  }
  return files
}

/** Counts the files that wait for a reviewer. */
export const countSignFiles = async ({ db }: Needs<'db'>, by: Staff): Promise<number> => {
  demand(by, 'clips')
  return (await listFiles(db, by.id)).filter(file => file.state === 'waiting').length
}

/** Sends drafts for review, up to the last that the person saw. Twice is safe. Returns the number sent. */
export const sendSignDrafts = async ({ db, clock }: Needs<'clock' | 'db'>, lastSeen: number, by: Staff) => {
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

/** Approves the changes of a file that still wait, all in one step. Those that fit no more are left. Twice is safe. */
export const approveSignFile = async ({ db, clock }: Needs<'clock' | 'db'>, key: SignFileKey, by: Staff) => {
  demand(by, 'review')
  return inTransaction(db, async tx => {
    await lockContent(tx)
    const waiting = await lockFile(tx, key)
    const signs: SignEntry[] = (await listAllSigns(tx)).map(({ clips: _, ...entry }) => entry)
    const named = new Map(signs.map(sign => [sign.slug, sign]))
    const glosses = new Set([...signs.map(sign => sign.gloss), ...waiting.flatMap(({ entry }) => entry?.gloss ?? [])])
    const exists = (gloss: string) => glosses.has(gloss)
    const fits = waiting.filter(({ sign, entry, fields }) => {
      const known = named.get(sign)
      if (entry) return !known
      return known && changeFaults(known.gloss, fields, exists).length === 0
    })
    const fieldsOf = new Map(fits.flatMap(({ sign, fields, entry }) => (entry ? [] : [[sign, fields] as const])))
    const added = fits.flatMap(({ entry }) =>
      entry ? [{ entry: withoutMissing(entry, exists), withdraws: false }] : [],
    )
    const changed = signs.map(sign => withApproved(sign, fieldsOf.get(sign.slug), exists))
    if (fits.length > 0) await replaceSigns(tx, withDecisions(changed, added))
    const now = clock.now()
    await reviewChanges(tx, fits, { state: 'approved', reviewedBy: by.id, reviewedAt: now })
    const lines = fits.map(({ sign, fields, entry }) => {
      const known = named.get(sign)
      const before = known && !entry ? textsOf(writeEntry(known), fields) : null
      return { by, action: 'approve-sign-change', subject: { kind: 'sign', key: sign }, before, after: fields } as const
    })
    await recordAudits(tx, lines, now)
    return { approved: fits.length, left: waiting.length - fits.length }
  })
}

/** Discards the changes of a file that still wait. Returns their number. */
export const discardSignFile = async ({ db, clock }: Needs<'clock' | 'db'>, key: SignFileKey, by: Staff) => {
  demand(by, 'clips')
  return inTransaction(db, async tx => {
    const waiting = await lockFile(tx, key)
    await reviewChanges(tx, waiting, { state: 'discarded' })
    const lines = waiting.map(
      ({ sign }) => ({ by, action: 'discard-sign-change', subject: { kind: 'sign', key: sign } }) as const,
    )
    await recordAudits(tx, lines, clock.now())
    return waiting.length
  })
}
