import { dayOf, endOfDay, readDay } from '#src/core/rules/business-day.ts'
import { codeCell, codeCellFault, fitsHeadings, headingsOf, type ImportLine } from '#src/core/rules/csv.ts'
import type { RefusalText, RefusalTexts, Refused } from '#src/core/rules/outcome.ts'
import { CODE_MAX, CODE_MIN, codeKey } from './access-code.ts'

/** Import of access codes from a CSV or .xlsx file (docs/rules/access-codes.md). */
export const IMPORT_ROWS = 20_000
export const IMPORT_BYTES = 5 * 1024 * 1024
export const MOST_USAGE = 10_000

/** Rows read from a file, and codes of it now stored. */
interface ImportCounts {
  rows: number
  /** Rows after the most that are read. */
  unread?: number
  kept: number
}

const count = (n: number): string => n.toLocaleString('en')

/** Says what was not read, and what to do. Empty if all was. */
const unreadText = (unread: number): string =>
  unread === 0
    ? ''
    : ` We read the first ${count(IMPORT_ROWS)} rows and not the other ${count(unread)}. Put those into another file, and import it too.`

export const importMessages = {
  done: ({ rows, unread = 0, kept }: ImportCounts) =>
    `Imported ${count(kept)} of ${count(rows)} access codes.${unreadText(unread)}`,
  preview: ({ rows, unread, codes, failed }: { rows: number; unread: number; codes: number; failed: number }) =>
    `${count(codes)} of ${count(rows)} rows can be imported.${unreadText(unread)}${failed > 0 ? ' The others are listed below. They stay out.' : ''}`,
} as const

/** Sentences of the reasons to refuse a file, as far as they need no values. */
export const importRefusals = {
  no_file: { message: 'Choose a file.' },
  not_csv: { message: 'This is not a CSV or Excel file. Save it as .xlsx, or as CSV, UTF-8, and try again.' },
  no_header: { message: 'The first line must name the columns: coupon_code, product_code, max_usage, expires_at.' },
} as const satisfies RefusalTexts

/** Sentences of the reasons to refuse a file that was shown before. */
export const uploadRefusals = {
  upload_gone: { message: 'This file is gone: it was imported, or is older than a day. Choose it again.' },
  school_not_found: { message: 'We could not find this school.', field: 'school' },
} as const satisfies RefusalTexts

/** Facts of an order of codes that staff import. */
export interface Order {
  schoolId: number | null
  fileName: string
  seller: string
  note: string
}

/** After `file_too_big`, a program's rows before the fault are kept. After `csv_broken`, nothing is. */
export type ImportRefused =
  | Refused<keyof typeof importRefusals>
  | (Refused<'csv_broken' | 'file_too_big'> & ImportCounts)

/** Result of an import; `failed` lists the rows that were not saved. */
export type Imported = ({ ok: true; failed: ImportFailure[] } & ImportCounts) | ImportRefused

export const importRefusalText = (refused: ImportRefused): RefusalText => {
  switch (refused.reason) {
    case 'csv_broken':
      return {
        message: `We cannot read this file as CSV, UTF-8, after row ${count(refused.rows)}. Nothing was saved. Fix the file there, and import it again.`,
      }
    case 'file_too_big':
      return {
        message: `This file is larger than 5 MB. ${count(refused.kept)} codes were saved. Split the file, and import each part.`,
      }
    default:
      return importRefusals[refused.reason]
  }
}

/** Faults of a row, each with its text. */
export const rowFaults = {
  code_missing: 'Missing access code',
  cell_error: 'A spreadsheet error, not a code',
  changed_number: 'A spreadsheet changed this code. Set the column to text and enter the code again',
  code_too_short: 'Shorter than 6 characters',
  code_too_long: 'Longer than 20 characters',
  product_not_found: 'Unknown product',
  free_product: 'Free product cannot have codes',
  duplicate_in_file: 'Duplicate in file (first kept)',
  code_exists: 'Already exists',
  invalid_max_usage: 'Max usage must be a whole number from 1 to 10000',
  invalid_expiry: 'Expiry date is not valid (YYYY-MM-DD or MM/DD/YYYY)',
  expiry_in_past: 'Expiry date is in the past',
  wrong_columns: 'Wrong number of columns',
  no_columns: 'This sheet names no columns, so it was not read',
  too_many_rows: 'Not read, like the rows after it: you can import 20,000 rows at once',
} as const

type RowFault = keyof typeof rowFaults

export interface ImportFailure {
  line: number
  code: string
  product: string
  /** All faults of the row, each once. */
  faults: RowFault[]
}

export const failureText = ({ faults }: ImportFailure): string => faults.map(fault => rowFaults[fault]).join('; ')

export interface ImportRow {
  line: number
  code: string
  key: string
  /** Code of the product. */
  product: string
  productId: number
  maxUsage: number
  expiresAt: Date | null
}

/** Index of each column; -1 if the file does not have it. `count` is the number of headings. */
interface ImportColumns {
  code: number
  product: number
  maxUsage: number
  expires: number
  count: number
}

const headingNames = (...lines: string[]): string[] => lines.flatMap(line => line.replaceAll(' ', '').split(','))

/** Headings of each column, the most exact first. Spaces do not count, so that `CouponCode` is read. */
const headings = {
  code: headingNames(
    'coupon code, access code, coupon codes, access codes, code, codes, coupon, voucher code, voucher, redemption code',
    'license key, license code, codigo de acceso, codigos de acceso, codigo, codigos, clave, cupon',
  ),
  product: headingNames(
    'product code, product, product name, products, codigo de producto, producto, nombre del producto, sku, item, course, curso',
  ),
  maxUsage: headingNames(
    'max usage, maximum usage, max uses, maximum uses, max use, uses, usage, number of uses, uses per code, seats',
    'usos, usos maximos, numero de usos, cantidad de usos',
  ),
  expires: headingNames(
    'expires at, expires, expires on, expiry date, expiry, expiration date, expiration, expire date, valid until',
    'valid through, good until, use by, end date, vence, caduca, expira, valido hasta, fecha de vencimiento',
    'fecha de caducidad, vencimiento',
  ),
}

/** Words in other headings, such as Student Access Code and Código del producto. The first column with one counts. */
const hints = {
  code: /code|codigo|coupon|cupon|voucher|clave|license|licencia|\bpin\b|\bkey\b/,
  product: /product|course|curso|\bsku\b|\bitem\b/,
}

/** Reads the first line. Returns null without a code and a product, and if two columns are called the same. */
export const readHeader = (cells: string[]): ImportColumns | null => {
  const typed = headingsOf(cells)
  const names = typed.map(name => name.replaceAll(' ', ''))
  const exact = (column: keyof typeof headings) =>
    headings[column].map(heading => names.indexOf(heading)).find(at => at >= 0) ?? -1
  const code = exact('code')
  const product = exact('product')
  const hinted = (hint: RegExp, but?: RegExp) =>
    typed.findIndex(
      (name, at) => at !== code && at !== product && hint.test(name) && !/\d/.test(name) && !but?.test(name),
    )
  const found = {
    code: code < 0 ? hinted(hints.code, hints.product) : code,
    product: product < 0 ? hinted(hints.product) : product,
    maxUsage: exact('maxUsage'),
    expires: exact('expires'),
  }
  const isRepeated = Object.values(found).some(at => at >= 0 && names.lastIndexOf(names[at] ?? '') > at)
  return found.code < 0 || found.product < 0 || isRepeated ? null : { ...found, count: names.length }
}

export interface ImportContext {
  columns: ImportColumns
  /** Returns the product that a cell names. */
  productOf(typed: string): { id: number; productCode: string; isFree: boolean } | null
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
  const cell = (at: number) => (at < 0 ? '' : codeCell(cells[at] ?? ''))
  const code = cell(columns.code)
  const product = cell(columns.product)
  // The cells cannot be matched to columns.
  if (!fitsHeadings(cells, columns.count)) return { line, code, product, faults: ['wrong_columns'] }
  const key = codeKey(code)
  const known = productOf(product)
  const usage = cell(columns.maxUsage) || '1'
  const day = readDay(cell(columns.expires))
  const expiresAt = day ? endOf(day) : null
  const found: (RowFault | false)[] = [
    codeFault(code, key),
    known ? known.isFree && 'free_product' : 'product_not_found',
    !isUsage(usage) && 'invalid_max_usage',
    day === undefined ? 'invalid_expiry' : day !== null && !expiresAt && 'expiry_in_past',
  ]
  const faults = found.filter(fault => fault !== false)
  if (!known || faults.length > 0) return { line, code, product, faults }
  return { line, code, key, product: known.productCode, productId: known.id, maxUsage: Number(usage), expiresAt }
}

const codeFault = (code: string, key: string): RowFault | false => {
  const changed = codeCellFault(code)
  if (changed) return changed
  if (key === '') return 'code_missing'
  if (code.length < CODE_MIN) return 'code_too_short'
  return code.length > CODE_MAX && 'code_too_long'
}

const isUsage = (typed: string): boolean => /^\d{1,5}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MOST_USAGE
