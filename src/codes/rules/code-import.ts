import { dayOf, endOfDay, readDay } from '#src/core/rules/business-day.ts'
import { csvLine } from '#src/core/rules/csv.ts'
import { CODE_MAX, CODE_MIN, codeKey } from './access-code.ts'

/** Import of access codes from a CSV file (docs/rules/access-codes.md). */
export const IMPORT_ROWS = 20_000
export const IMPORT_BYTES = 5 * 1024 * 1024
export const MOST_USAGE = 10_000

export const importMessages = {
  noFile: 'Choose a CSV file.',
  notCsv: 'This is not a CSV file. Save it as CSV, UTF-8, and try again.',
  /** The file stops being valid CSV at some row; the rows before it are kept. */
  broken: ({ rows, kept }: ImportProgress) =>
    `We cannot read this file as CSV, UTF-8, after row ${rows.toLocaleString('en')}. ${kept.toLocaleString('en')} codes before that were saved. Fix the file there, and import it again.`,
  noHeader: 'The first line must name the columns: coupon_code, product_code, max_usage, expires_at.',
  tooBig: (kept: number) =>
    `This file is larger than 5 MB. ${kept.toLocaleString('en')} codes were saved. Split the file, and import each part.`,
  tooMany: 'You can import 20,000 rows at once. We did not read the rows after that.',
  offline: 'We could not reach the server. Check your connection, and import the same file again.',
  sending: 'Sending the file…',
  going: ({ rows, kept }: ImportProgress, all: number) =>
    `${rows.toLocaleString('en')} of ${all.toLocaleString('en')} rows read, ${kept.toLocaleString('en')} saved`,
  done: (good: number, all: number) =>
    `Imported ${good.toLocaleString('en')} of ${all.toLocaleString('en')} access codes.`,
} as const

export const importReasons = {
  missing: 'Missing access code',
  short: 'Shorter than 6 characters',
  long: 'Longer than 20 characters',
  product: 'Unknown product',
  free: 'Free product cannot have codes',
  duplicate: 'Duplicate in file (first kept)',
  exists: 'Already exists',
  usage: 'Max usage must be a whole number from 1 to 10000',
  date: 'Expiry date is not valid (YYYY-MM-DD or MM/DD/YYYY)',
  past: 'Expiry date is in the past',
  columns: 'Wrong number of columns',
} as const

/** An upload as it streams in. `cut()`: the file exceeded the size limit, and the rest is not read. */
export interface ImportFile {
  bytes: AsyncIterable<Buffer>
  cut(): boolean
}

/** Progress of an import: rows read, and codes of this file now stored. */
export interface ImportProgress {
  rows: number
  kept: number
}

/** Counts the data rows of a file, for the browser to show before it uploads. */
export const countRows = (text: string): number => Math.max(0, (text.match(/[^\r\n]+/g)?.length ?? 0) - 1)

/** One parsed line of the file. */
export interface ImportLine {
  /** Line number as editors count; for a row that spans lines, the last one. */
  line: number
  cells: string[]
}

export interface ImportFailure {
  line: number
  code: string
  product: string
  /** All errors of the row, each once, joined into one text (importReasons). */
  reason: string
}

const BETWEEN = '; '
export const reasonsOf = ({ reason }: ImportFailure): string[] => reason.split(BETWEEN)

/** Returns all failures as a CSV file, however many the page shows. */
export const failuresCsv = (failed: ImportFailure[]): string =>
  [
    csvLine(['Line', 'Access code', 'Product', 'Reason']),
    ...failed.map(f => csvLine([f.line, f.code, f.product, f.reason])),
  ].join('')

export interface ImportRow {
  line: number
  code: string
  key: string
  productId: number
  maxUsage: number
  expiresAt: Date | null
}

/** Index of each column. */
export interface ImportColumns {
  code: number
  product: number
  maxUsage: number
  expires: number
  count: number
}

export const readHeader = (cells: string[]): ImportColumns | null => {
  const names = cells.map(c => c.trim().toLowerCase())
  const at = (...aliases: string[]) => names.findIndex(name => aliases.includes(name))
  const [code, product] = [at('coupon_code', 'code'), at('product_code', 'product')]
  if (code < 0 || product < 0) return null
  return { code, product, maxUsage: at('max_usage'), expires: at('expires_at'), count: cells.length }
}

export interface ImportContext {
  columns: ImportColumns
  /** Returns the product that a cell names. */
  productOf(typed: string): { id: number; isFree: boolean } | null
  /** Returns the end of a day 'YYYY-MM-DD', or null if it is in the past. */
  endOf(day: string): Date | null
}

/** Returns a cached end-of-day lookup: a file has few distinct days, each thousands of times. */
export const futureDays = (timezone: string, now: Date): ImportContext['endOf'] => {
  const today = dayOf(now, timezone)
  const ends = new Map<string, Date>()
  return day => {
    if (day < today) return null
    const end = ends.get(day) ?? endOfDay(day, timezone)
    ends.set(day, end)
    return end
  }
}

/** Returns the code in a line, or everything that is wrong with the line. */
export const readRow = (
  { line, cells }: ImportLine,
  { columns, productOf, endOf }: ImportContext,
): ImportRow | ImportFailure => {
  const cell = (at: number) => (at < 0 ? '' : (cells[at] ?? '').trim())
  const code = cell(columns.code)
  const product = cell(columns.product)
  // The cells cannot be matched to columns.
  if (cells.length !== columns.count) return { line, code, product, reason: importReasons.columns }
  const key = codeKey(code)
  const known = productOf(product)
  const usage = cell(columns.maxUsage) || '1'
  const day = readDay(cell(columns.expires))
  const expiresAt = day ? endOf(day) : null
  const wrong = [
    codeFault(code, key),
    known ? known.isFree && importReasons.free : importReasons.product,
    !isUsage(usage) && importReasons.usage,
    day === undefined ? importReasons.date : day !== null && !expiresAt && importReasons.past,
  ].filter(reason => reason !== false)
  if (!known || wrong.length > 0) return { line, code, product, reason: wrong.join(BETWEEN) }
  return { line, code, key, productId: known.id, maxUsage: Number(usage), expiresAt }
}

const codeFault = (code: string, key: string): string | false => {
  if (key === '') return importReasons.missing
  if (code.length < CODE_MIN) return importReasons.short
  return code.length > CODE_MAX && importReasons.long
}

const isUsage = (typed: string): boolean => /^\d{1,5}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MOST_USAGE
