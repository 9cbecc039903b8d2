import { Readable } from 'node:stream'
import {
  IMPORT_ROWS,
  type ImportContext,
  type ImportFailure,
  type ImportRow,
  importMessages,
  importReasons,
  readHeader,
  readRow,
} from '../domain/code-import.ts'
import { demand, type Staff } from '../domain/staff.ts'
import { saveCoupons } from '../store/queries/code-import.ts'
import { listProducts } from '../store/queries/products.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { recordAudit } from './steps/record-audit.ts'

export type Imported =
  | { kind: 'imported'; message: string; failed: ImportFailure[] }
  | { kind: 'refused'; status: 400; message: string }

const BATCH = 1000

/**
 * Takes in a CSV file as it streams by: good rows are kept, each failure is named (rules.md E3). The file is never held
 * whole; a thousand rows at a time go into the database, each lot with its audit line. The same file twice changes nothing.
 */
export const importAccessCodes =
  (deps: Deps) =>
  async (file: AsyncIterable<Buffer>, by: Staff): Promise<Imported> => {
    demand(by, 'manage')
    const now = deps.clock.now()
    const products = new Map<string, { id: number; isFree: boolean }>()
    for (const p of await listProducts(deps.db)) {
      if (p.isFree) products.set(p.name.toLowerCase(), p)
      products.set(p.productCode.toLowerCase(), p)
    }
    const failed: ImportFailure[] = []
    const seen = new Set<string>()
    let lot: ImportRow[] = []
    let rows = 0
    let good = 0
    let context: ImportContext | null = null

    const save = async () => {
      const [first] = lot
      if (!first) return
      const kept = await inTransaction(deps.db, async tx => {
        const saved = await saveCoupons(tx, lot)
        const after = { codes: saved.size, first: first.code }
        if (saved.size > 0) await recordAudit(tx, by, 'import-access-codes', { kind: 'coupon' }, null, after, now)
        return saved
      })
      good += kept.size
      for (const row of lot) if (!kept.has(row.key)) failed.push(failure(row, products, importReasons.exists))
      lot = []
    }

    try {
      for await (const cells of linesOf(file)) {
        if (!context) {
          const columns = readHeader(cells)
          if (!columns) return { kind: 'refused', status: 400, message: importMessages.noHeader }
          context = { columns, products, timezone: deps.settings.timezone, now }
          continue
        }
        if (rows >= IMPORT_ROWS) {
          failed.push({ code: '…', product: '', reason: importMessages.tooMany })
          break
        }
        rows++
        const row = readRow(cells, context)
        if ('reason' in row) failed.push(row)
        else if (seen.has(row.key)) failed.push(failure(row, products, importReasons.duplicate))
        else {
          seen.add(row.key)
          lot.push(row)
        }
        if (lot.length >= BATCH) await save()
      }
    } catch (error) {
      if (error instanceof NotCsv || (error as { code?: string }).code?.startsWith('CSV_')) {
        await save()
        return { kind: 'refused', status: 400, message: importMessages.notCsv }
      }
      throw error
    }
    if (!context) return { kind: 'refused', status: 400, message: importMessages.noHeader }
    await save()
    return { kind: 'imported', message: importMessages.done(good, rows), failed }
  }

const failure = (row: ImportRow, products: Map<string, { id: number }>, reason: string): ImportFailure => ({
  code: row.code,
  product: [...products].findLast(([, p]) => p.id === row.productId)?.[0].toUpperCase() ?? '',
  reason,
})

class NotCsv extends Error {}

/** The file's lines as cells. Comma or semicolon: what the first line has more of. */
async function* linesOf(file: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const texts = decoded(file)
  let head = ''
  while (!/[\r\n]/.test(head)) {
    const next = await texts.next()
    if (next.done) break
    head += next.value
  }
  const first = head.split(/[\r\n]/, 1)[0] ?? ''
  const delimiter = first.split(';').length > first.split(',').length ? ';' : ','
  const rest = async function* () {
    yield head
    yield* texts
  }
  const { parse } = await import('csv-parse')
  yield* Readable.from(rest()).pipe(
    parse({ bom: true, delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true }),
  ) as AsyncIterable<string[]>
}

/** As UTF-8; anything else, and the zero bytes of pictures and spreadsheets, is no CSV. */
async function* decoded(file: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  for await (const chunk of file) {
    if (chunk.includes(0)) throw new NotCsv()
    try {
      yield decoder.decode(chunk, { stream: true })
    } catch {
      throw new NotCsv()
    }
  }
}
