import { CODE_MAX, CODE_MIN, codeKey } from './access-code.ts'
import { dayOf, endOfDay, readDay } from './business-day.ts'
import { csvLine } from './csv.ts'

/** Import of access codes from a CSV file (rules.md E3). */
export const IMPORT_ROWS = 20_000
export const IMPORT_BYTES = 5 * 1024 * 1024
export const MOST_USAGE = 10_000

export const importMessages = {
  noFile: 'Choose a CSV file.',
  notCsv: 'This is not a CSV file. Save it as CSV, UTF-8, and try again.',
  /** From a place on it is no CSV any more: what came before is kept. */
  broken: ({ rows, kept }: ImportProgress) =>
    `This file cannot be read as CSV, UTF-8, after its row ${rows.toLocaleString('en')}. ${kept.toLocaleString('en')} codes from the rows before were saved. Mend it there, and import the same file again: what is saved already stays.`,
  noHeader: 'The first line must name the columns: coupon_code, product_code, max_usage, expires_at.',
  tooBig: (kept: number) =>
    `The file is larger than 5 MB. ${kept.toLocaleString('en')} codes from its beginning were saved. Split it, and import all parts one by one: what is saved already stays.`,
  tooMany: 'At most 20,000 rows at once. The rows after that were not read.',
  offline:
    'We could not reach the server. Check your connection and import the same file again: what is kept already stays.',
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

/** A file as it streams in. `cut`: it was larger than may be, and what follows is not read. */
export interface ImportFile {
  bytes: AsyncIterable<Buffer>
  cut(): boolean
}

/** How far an import is: rows that were read, and those of them that are kept now. */
export interface ImportProgress {
  rows: number
  kept: number
}

/** The rows of a file without its header, as the browser counts them before it sends them. */
export const countRows = (text: string): number => Math.max(0, (text.match(/[^\r\n]+/g)?.length ?? 0) - 1)

/** A line of the file as its cells. */
export interface ImportLine {
  /** As an editor counts them; of a row over several lines the last one. */
  line: number
  cells: string[]
}

export interface ImportFailure {
  line: number
  code: string
  product: string
  /** All that is wrong with the row, as one text: importReasons, each told once. */
  reason: string
}

const BETWEEN = '; '
export const reasonsOf = ({ reason }: ImportFailure): string[] => reason.split(BETWEEN)

/** All of them as a file, however many a page shows. */
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

/** Where each column stands; null: this is no header. */
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
  /** The product that a cell names. */
  productOf(typed: string): { id: number; isFree: boolean } | null
  /** When a day 'YYYY-MM-DD' is over; null: it is. */
  endOf(day: string): Date | null
}

/** A file names few days, each of them thousands of times: a day's end is worked out once. */
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

/** One line of the file: a code to keep, or all that is wrong with it. */
export const readRow = (
  { line, cells }: ImportLine,
  { columns, productOf, endOf }: ImportContext,
): ImportRow | ImportFailure => {
  const cell = (at: number) => (at < 0 ? '' : (cells[at] ?? '').trim())
  const code = cell(columns.code)
  const product = cell(columns.product)
  // Which cell stands in which column is not known then.
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
