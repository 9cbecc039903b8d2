import { Readable } from 'node:stream'
import type { Needs } from '#src/context.ts'
import { findUndoable, recordAudit, UNDO_REASON } from '#src/core/audit/audit.ts'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { inTransaction, Rollback } from '#src/core/db/transactions.ts'
import { NotCsv } from '#src/core/read-csv.ts'
import { readTable } from '#src/core/read-table.ts'
import type { ImportFile } from '#src/core/rules/csv.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { listProducts } from '#src/courses/products.ts'
import { productFinder } from '#src/courses/rules/product.ts'
import { findSchoolNamed } from '#src/schools/schools.ts'
import { codeKey } from './rules/access-code.ts'
import {
  futureDays,
  IMPORT_ROWS,
  type ImportContext,
  type Imported,
  type ImportFailure,
  type ImportRefused,
  type ImportRow,
  type Order,
  readHeader,
  readRow,
} from './rules/code-imports.ts'
import { claimUpload, deleteUploadsBefore, findUpload, saveUpload } from './store/code-uploads.ts'
import { listKnownKeys, saveCoupons } from './store/coupons.ts'
import { deleteBatch, findBatch, lockBatch, saveBatch, saveBatchFacts } from './store/staff-codes.ts'

const LOT = 1000
/** Lines above the names of the columns. */
const MOST_TITLES = 5

type Imports = Needs<'clock' | 'db' | 'timezone'>

/** Reads a file of codes, and what is wrong with each row. Writes nothing. See docs/rules/access-codes.md. */
const readCodes = async (app: Imports, file: ImportFile) => {
  const endOf = futureDays(app.timezone, app.clock.now())
  const products = await listProducts(app.db)
  const byCode = productFinder(products)
  // People write names, too. The free product is reported as free instead of unknown.
  const named = (typed: string) => products.filter(p => p.name.toLowerCase() === typed.toLowerCase())
  const byName = (typed: string) => (named(typed).length === 1 ? (named(typed)[0] ?? null) : null)
  const productOf = (typed: string) => byCode(typed) ?? byName(typed)
  const good = new Map<string, ImportRow>()
  const failed: ImportFailure[] = []
  let context: ImportContext | null = null
  /** Lines above the names of the columns of a sheet, and the first line of each sheet that names none. */
  let titles: number[] = []
  const unnamed: number[] = []
  let isNamed = false
  /** Number of rows of the file, good, bad and unread. */
  let rows = 0
  /** The file cannot be read further than these rows. */
  let stopped: 'csv_broken' | 'file_too_big' | null = null
  try {
    for await (const line of readTable(file)) {
      if (line.startsSheet) {
        context = null
        if (titles.length > 0) unnamed.push(...titles.slice(0, 1))
        titles = []
      }
      if (!context) {
        // A title may stand above the names of the columns.
        const columns = titles.length > MOST_TITLES ? null : readHeader(line.cells)
        if (columns) context = { columns, productOf, endOf }
        isNamed ||= columns !== null
        titles = columns ? [] : [...titles.slice(0, MOST_TITLES), line.line]
        continue
      }
      if (++rows > IMPORT_ROWS) {
        if (rows === IMPORT_ROWS + 1) failed.push({ ...NO_CODE, line: line.line, faults: ['too_many_rows'] })
        continue
      }
      const row = readRow(line, context)
      if (!('faults' in row)) {
        if (!good.has(row.key)) good.set(row.key, row)
        else failed.push({ ...row, faults: ['duplicate_in_file'] })
        continue
      }
      if (good.has(codeKey(row.code))) row.faults.push('duplicate_in_file')
      failed.push(row)
    }
  } catch (error) {
    if (!(error instanceof NotCsv)) throw error
    if (rows === 0) return refuse('not_csv')
    stopped = 'csv_broken'
  }
  if (file.cut()) stopped = 'file_too_big'
  if (!isNamed && !stopped) return refuse('no_header')
  for (const line of [...unnamed, ...titles.slice(0, 1)]) failed.push({ ...NO_CODE, line, faults: ['no_columns'] })
  /** Rows after the first IMPORT_ROWS. */
  const unread = Math.max(0, rows - IMPORT_ROWS)
  return { ok: true as const, rows, unread, stopped, ...(await withKnown(app.db, [...good.values()], failed)) }
}

/** A failure that is not about one code. */
const NO_CODE = { code: '…', product: '' }

/** Adds to each row that its code exists, so that a row names all its faults at once. */
const withKnown = async (db: Queryable, rows: ImportRow[], failed: ImportFailure[]) => {
  const known = new Set<string>()
  const keys = [...rows.map(row => row.key), ...failed.map(row => codeKey(row.code))]
  for (let at = 0; at < keys.length; at += LOT)
    for (const key of await listKnownKeys(db, keys.slice(at, at + LOT))) known.add(key)
  const exists = (row: ImportRow): ImportFailure => ({ ...row, faults: ['code_exists'] })
  const all = [
    ...failed.map(row =>
      known.has(codeKey(row.code)) && !row.faults.includes('duplicate_in_file')
        ? { ...row, faults: [...row.faults, 'code_exists' as const] }
        : row,
    ),
    ...rows.filter(row => known.has(row.key)).map(exists),
  ]
  return { good: rows.filter(row => !known.has(row.key)), failed: all.sort((a, b) => a.line - b.line) }
}

/** Saves codes as one batch, all in one transaction. Codes that exist by now are left out. No batch without a code. */
const saveOrder = async (app: Imports, tx: Tx, { rows, order, by }: { rows: ImportRow[]; order: Order; by: Staff }) => {
  const now = app.clock.now()
  const count = (id: number) => rows.filter(row => row.productId === id).length
  const [productId] = [...new Set(rows.map(row => row.productId))].sort((a, b) => count(b) - count(a))
  if (productId === undefined) return { batchId: null, keys: new Set<string>() }
  const batchId = await saveBatch(tx, { ...order, productId, staffId: by.id, size: rows.length, createdAt: now })
  const keys = new Set<string>()
  for (let at = 0; at < rows.length; at += LOT)
    for (const key of await saveCoupons(tx, rows.slice(at, at + LOT), { batchId })) keys.add(key)
  if (keys.size === 0) {
    await deleteBatch(tx, batchId)
    return { batchId: null, keys }
  }
  await saveBatchFacts(tx, batchId, { size: keys.size })
  const school = (await findBatch(tx, batchId))?.school?.name
  const after = { codes: keys.size, file: order.fileName, seller: order.seller, note: order.note, school }
  await recordAudit(tx, { by, action: 'import-access-codes', subject: { kind: 'batch', id: batchId }, after, now })
  return { batchId, keys }
}

const NO_FACTS = { schoolId: null, seller: '', note: '' }

type NamedFile = ImportFile & { name: string }

/**
 * Imports the codes of a file at once, as the call for programs does. Good rows are saved as one batch; the others are
 * returned with their faults. Nothing of a broken file is saved. Importing a file again changes nothing.
 */
export const importAccessCodes = async (app: Imports, file: NamedFile | undefined, by: Staff): Promise<Imported> => {
  demand(by, 'manage')
  if (!file) return refuse('no_file')
  const read = await readCodes(app, file)
  if (!read.ok) return read
  const { rows, unread, good, failed, stopped } = read
  if (stopped === 'csv_broken') return { ...refuse(stopped), rows, kept: 0 }
  const order = { ...NO_FACTS, fileName: nameOf(file) }
  const { keys } = await inTransaction(app.db, tx => saveOrder(app, tx, { rows: good, order, by }))
  const kept = keys.size
  if (stopped) return { ...refuse(stopped), rows, kept }
  return { ok: true, rows, unread, kept, failed: [...failed, ...lateOf(good, keys)].sort((a, b) => a.line - b.line) }
}

/** Rows whose codes were added by somebody else meanwhile. */
const lateOf = (good: ImportRow[], saved: Set<string>): ImportFailure[] =>
  good.filter(row => !saved.has(row.key)).map(row => ({ ...row, faults: ['code_exists'] }))

const nameOf = ({ name }: { name: string }): string => name.trim().slice(0, 200) || 'file'

/** Keeps a file that staff chose, to be shown before anything is written. */
export const uploadCodes = async (
  app: Imports,
  file: NamedFile | undefined,
  by: Staff,
): Promise<{ ok: true; id: string } | ImportRefused> => {
  demand(by, 'manage')
  if (!file) return refuse('no_file')
  const parts: Buffer[] = []
  for await (const part of file.bytes) parts.push(part)
  const content = Buffer.concat(parts)
  if (content.length === 0) return refuse('no_file')
  const read = await readCodes(app, { bytes: Readable.from([content]), cut: file.cut })
  if (!read.ok) return read
  if (read.stopped) return { ...refuse(read.stopped), rows: read.rows, kept: 0 }
  const upload = { staffId: by.id, fileName: nameOf(file), content, createdAt: app.clock.now() }
  return { ok: true, id: await saveUpload(app.db, upload) }
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const readUpload = async (app: Imports, id: string, by: Staff) => {
  const upload = ID.test(id) ? await findUpload(app.db, id, by.id) : null
  const read = upload && (await readCodes(app, { bytes: Readable.from([upload.content]), cut: () => false }))
  return read?.ok ? { ...read, fileName: upload!.fileName } : null
}

/** Rows that a preview shows. */
const FIRST = 10

/** Says what an uploaded file would add, the first codes in full. Null if it was imported, or is older than a day. */
export const previewUpload = async (app: Imports, id: string, by: Staff) => {
  demand(by, 'manage')
  const read = await readUpload(app, id, by)
  if (!read) return null
  const { fileName, rows, unread, good, failed } = read
  return { id, fileName, rows, unread, codes: good.length, first: good.slice(0, FIRST), failed }
}

/** The school by its number, key or name; empty for none. */
type ImportUpload = Record<'id' | 'school' | 'seller' | 'note', string>

/** Imports an uploaded file as a batch. A second call finds no file. */
export const importUpload = async (app: Imports, { id, school, seller, note }: ImportUpload, by: Staff) => {
  demand(by, 'manage')
  const read = await readUpload(app, id, by)
  if (!read) return refuse('upload_gone')
  const words = { seller: seller.trim().slice(0, 200), note: note.trim().slice(0, 200) }
  return inTransaction(app.db, async tx => {
    const schoolId = school === '' ? null : await findSchoolNamed(tx, school)
    if (school !== '' && schoolId === null) return refuse('school_not_found')
    const order = { schoolId, fileName: read.fileName, ...words }
    if (!(await claimUpload(tx, id, by.id))) return refuse('upload_gone')
    const { batchId, keys } = await saveOrder(app, tx, { rows: read.good, order, by })
    return { ok: true as const, rows: read.rows, unread: read.unread, kept: keys.size, batchId }
  })
}

/** Takes one's own import of the last 30 seconds back, if none of its codes was used or changed. */
export const undoImport = async (app: Needs<'clock' | 'db'>, batchId: number, by: Staff) => {
  demand(by, 'manage')
  const now = app.clock.now()
  return inTransaction<{ ok: true } | Refused<'too_late_to_undo'>>(app.db, async tx => {
    await lockBatch(tx, batchId)
    const change = { by, action: 'import-access-codes', subject: { kind: 'batch', id: batchId }, now } as const
    const current = { codes: (await findBatch(tx, batchId))?.size }
    if (!(await findUndoable(tx, { ...change, current })) || !(await deleteBatch(tx, batchId)))
      throw new Rollback(refuse('too_late_to_undo'))
    await recordAudit(tx, { ...change, before: current, after: { codes: 0 }, reason: UNDO_REASON })
    return { ok: true }
  })
}

/** Deletes uploaded files that nobody imported. */
export const deleteOldUploads = ({ db, clock }: Needs<'clock' | 'db'>): Promise<void> =>
  deleteUploadsBefore(db, new Date(clock.now().getTime() - DAY_MS))
