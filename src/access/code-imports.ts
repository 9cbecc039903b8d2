import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { NotCsv, readCsv } from '#src/core/read-csv.ts'
import type { ImportFile } from '#src/core/rules/csv.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { listAllProducts } from '#src/courses/products.ts'
import { productFinder } from '#src/courses/rules/product.ts'
import { codeKey } from './rules/access-code.ts'
import {
  futureDays,
  IMPORT_ROWS,
  type ImportContext,
  type Imported,
  type ImportFailure,
  type ImportRow,
  type RowFault,
  readHeader,
  readRow,
} from './rules/code-imports.ts'
import { listKnownKeys, saveCoupons } from './store/coupons.ts'

const BATCH_SIZE = 1000

/**
 * Imports access codes from a streamed CSV file. Valid rows are saved in batches, each with its audit line; invalid
 * rows are returned with their faults. Idempotent: importing a file again changes nothing. See docs/rules/access-codes.md.
 */
export const importAccessCodes = async (
  app: Needs<'clock' | 'db' | 'timezone'>,
  file: ImportFile | undefined,
  by: Staff,
): Promise<Imported> => {
  demand(by, 'manage')
  if (!file) return refuse('no_file')
  const now = app.clock.now()
  const endOf = futureDays(app.timezone, now)
  const products = await listAllProducts(app.db)
  const byCode = productFinder(products)
  // Match the free product by name too, to report it as free instead of unknown.
  const free = (typed: string) => products.find(p => p.isFree && p.name.toLowerCase() === typed.toLowerCase()) ?? null
  const productOf = (typed: string) => byCode(typed) ?? free(typed)
  const failure = (row: ImportRow, fault: RowFault): ImportFailure => ({
    line: row.line,
    code: row.code,
    product: products.find(p => p.id === row.productId)?.productCode ?? '',
    faults: [fault],
  })
  const failed: ImportFailure[] = []
  const seen = new Set<string>()
  let batch: ImportRow[] = []
  /** Rows with faults, until it is known whether their codes exist too. */
  let faulty: ImportFailure[] = []
  let rows = 0
  let kept = 0
  let context: ImportContext | null = null

  const save = async () => {
    await addKnown(app.db, faulty)
    faulty = []
    if (batch.length === 0) return
    const saved = await inTransaction(app.db, async tx => {
      const keys = await saveCoupons(tx, batch)
      const after = { codes: keys.size }
      if (keys.size > 0)
        await recordAudit(tx, { by, action: 'import-access-codes', subject: { kind: 'coupon' }, after, now })
      return keys
    })
    kept += saved.size
    for (const row of batch) if (!saved.has(row.key)) failed.push(failure(row, 'code_exists'))
    batch = []
  }

  try {
    for await (const line of readCsv(file)) {
      if (!context) {
        const columns = readHeader(line.cells)
        if (!columns) return refuse('no_header')
        context = { columns, productOf, endOf }
        continue
      }
      if (rows >= IMPORT_ROWS) {
        failed.push({ line: line.line, code: '…', product: '', faults: ['too_many_rows'] })
        break
      }
      rows++
      const row = readRow(line, context)
      if ('faults' in row) {
        if (seen.has(codeKey(row.code))) row.faults.push('duplicate_in_file')
        failed.push(row)
        faulty.push(row)
      } else if (seen.has(row.key)) failed.push(failure(row, 'duplicate_in_file'))
      else {
        seen.add(row.key)
        batch.push(row)
      }
      if (batch.length + faulty.length >= BATCH_SIZE) await save()
    }
  } catch (error) {
    if (!(error instanceof NotCsv)) throw error
    if (rows === 0) return refuse('not_csv')
    await save()
    return { ...refuse('csv_broken'), rows, kept }
  }
  await save()
  if (file.cut()) return { ...refuse('file_too_big'), kept }
  if (!context) return refuse('no_header')
  failed.sort((a, b) => a.line - b.line)
  return { ok: true, rows, kept, failed }
}

/** Adds to rows with other faults that their code exists, so that each row names all its faults at once. */
const addKnown = async (db: Queryable, faulty: ImportFailure[]): Promise<void> => {
  const rows = faulty.filter(({ faults }) => !faults.includes('duplicate_in_file'))
  const known = await listKnownKeys(
    db,
    rows.map(row => codeKey(row.code)),
  )
  for (const row of rows) if (known.has(codeKey(row.code))) row.faults.push('code_exists')
}
