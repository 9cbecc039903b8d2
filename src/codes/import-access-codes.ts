import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { listProducts } from '#src/courses/index.ts'
import { productFinder } from '#src/courses/rules/product.ts'
import type { Deps } from './deps.ts'
import { NotCsv, readCsv } from './read-csv.ts'
import {
  futureDays,
  IMPORT_ROWS,
  type ImportContext,
  type ImportFailure,
  type ImportFile,
  type ImportProgress,
  type ImportRow,
  importMessages,
  importReasons,
  readHeader,
  readRow,
} from './rules/code-import.ts'
import { saveCoupons } from './store/code-import.ts'

export type Imported =
  | { kind: 'imported'; message: string; failed: ImportFailure[] }
  | { kind: 'refused'; status: 400 | 413; message: string }

const BATCH_SIZE = 1000

/**
 * Imports access codes from a streamed CSV file. Valid rows are saved in batches, each with its audit line; invalid
 * rows are returned with a reason. `onSaved` is called after each batch. Idempotent: importing a file again changes
 * nothing. See docs/rules/access-codes.md.
 */
export const importAccessCodes =
  (deps: Deps) =>
  async (file: ImportFile, by: Staff, onSaved: (progress: ImportProgress) => void = () => {}): Promise<Imported> => {
    demand(by, 'manage')
    const now = deps.clock.now()
    const endOf = futureDays(deps.timezone, now)
    const products = await listProducts(deps.db)
    const byCode = productFinder(products)
    // Match the free product by name too, to report it as free instead of unknown.
    const free = (typed: string) => products.find(p => p.isFree && p.name.toLowerCase() === typed.toLowerCase()) ?? null
    const productOf = (typed: string) => byCode(typed) ?? free(typed)
    const failure = (row: ImportRow, reason: string): ImportFailure => ({
      line: row.line,
      code: row.code,
      product: products.find(p => p.id === row.productId)?.productCode ?? '',
      reason,
    })
    const failed: ImportFailure[] = []
    const seen = new Set<string>()
    let batch: ImportRow[] = []
    let rows = 0
    let good = 0
    let context: ImportContext | null = null

    const save = async () => {
      const [first] = batch
      if (!first) return
      const kept = await inTransaction(deps.db, async tx => {
        const saved = await saveCoupons(tx, batch)
        const after = { codes: saved.size, first: first.code }
        if (saved.size > 0)
          await recordAudit(tx, { by, action: 'import-access-codes', subject: { kind: 'coupon' }, after, now })
        return saved
      })
      good += kept.size
      for (const row of batch) if (!kept.has(row.key)) failed.push(failure(row, importReasons.exists))
      batch = []
      onSaved({ rows, kept: good })
    }

    try {
      for await (const line of readCsv(file)) {
        if (!context) {
          const columns = readHeader(line.cells)
          if (!columns) return { kind: 'refused', status: 400, message: importMessages.noHeader }
          context = { columns, productOf, endOf }
          continue
        }
        if (rows >= IMPORT_ROWS) {
          failed.push({ line: line.line, code: '…', product: '', reason: importMessages.tooMany })
          break
        }
        rows++
        const row = readRow(line, context)
        if ('reason' in row) failed.push(row)
        else if (seen.has(row.key)) failed.push(failure(row, importReasons.duplicate))
        else {
          seen.add(row.key)
          batch.push(row)
        }
        if (batch.length >= BATCH_SIZE) await save()
      }
    } catch (error) {
      if (!(error instanceof NotCsv)) throw error
      if (rows === 0) return { kind: 'refused', status: 400, message: importMessages.notCsv }
      await save()
      return { kind: 'refused', status: 400, message: importMessages.broken({ rows, kept: good }) }
    }
    await save()
    if (file.cut()) return { kind: 'refused', status: 413, message: importMessages.tooBig(good) }
    if (!context) return { kind: 'refused', status: 400, message: importMessages.noHeader }
    failed.sort((a, b) => a.line - b.line)
    return { kind: 'imported', message: importMessages.done(good, rows), failed }
  }
