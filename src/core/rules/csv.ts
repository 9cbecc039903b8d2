import { normalize } from './normalize.ts'

/**
 * Text that a spreadsheet would run as a formula gets a leading quote (OWASP, CSV injection): also after spaces and
 * invisible characters, which spreadsheets skip, and after separators, where one with other settings begins a cell.
 */
const FORMULA = /(^|[,;|\t\r\n])(?=[\s"'\p{C}\p{Z}]*[=+\-@＝＋－＠])|^(?=[\t\r])/gu
const GUARDED = /(^|[,;|\t\r\n])'(?=[\s"'\p{C}\p{Z}]*[=+\-@＝＋－＠])/gu

/** Returns a cell as it was before `csvLine` guarded it, so that a saved file can be imported again. */
export const withoutGuard = (cell: string): string => cell.replace(GUARDED, '$1')

const AROUND_CELL = /^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu

/** Returns a cell without spaces around it. `="007"` is how people make a spreadsheet keep the zeros of 007. */
export const cellText = (cell: string): string =>
  cell
    .replace(AROUND_CELL, '')
    .replace(/^=("{1,4})([^"]*)\1$/, '$2')
    .replace(AROUND_CELL, '')

/** Returns a cell that holds a code. `'007` keeps the zeros too. */
export const codeCell = (cell: string): string => cellText(cellText(cell).replace(/^'/, ''))

/** An error value in any language, a column that was too narrow, or a formula that was not calculated. */
const CELL_ERROR = /^(?:#(?:[\p{L}\p{N}¿¡_/]+[!?]|N\/[AD]|NV|GETTING_DATA|##+)|Err:\d{3}|=.*)$/isu
/** 6.93217E+12, 12345678.0, or a number that lost its digits after the fifteenth. */
const CHANGED_NUMBER = /^[+-]?\d(?:[.,]\d* ?E ?[+-]?\d+|E[+-]\d+)$|^\d+[.,]0{1,2}$|^\d{15}0{3,}$/i
/** A code that became a number with separators, or a date: 1,234,567 and 10-Mar. One in capitals was kept as text. */
const CHANGED_CODE = [
  /^\d{1,3}([.,])\d{3}(?:\1\d{3})+(?:[.,]\d*)?$/,
  /^\d{1,2}\/\d{1,2}\/\d{2,4}$|^\d{1,2}([.-])\d{1,2}\1(?:20)\d\d$|^20\d\d([./-])\d{1,2}\2\d{1,2}$/,
  /^(?:\d{1,2}-)?[A-Z]?[a-z]{2,3}-\d\d(?:\d\d)?$|^\d{1,2}-[A-Z]?[a-z]{2,3}$/,
]

/** Returns what a spreadsheet did to a text that it took for a formula or a number, or null. */
export const cellFault = (text: string): 'cell_error' | 'changed_number' | null => {
  if (CELL_ERROR.test(text)) return 'cell_error'
  return CHANGED_NUMBER.test(text) ? 'changed_number' : null
}

/** The same for a code. */
export const codeCellFault = (text: string): ReturnType<typeof cellFault> =>
  cellFault(text) ?? (CHANGED_CODE.some(shape => shape.test(text)) ? 'changed_number' : null)

/** Returns the heading cells of a file as words in lower case, without the empty cells that spreadsheets leave at the end. */
export const headingsOf = (cells: string[]): string[] => {
  const headings = cells.map(cell => normalize(cellText(cell)))
  while (headings.length > 0 && headings[headings.length - 1] === '') headings.pop()
  return headings
}

/** Returns true if a row has a cell for each heading, and nothing after them. */
export const fitsHeadings = (cells: string[], count: number): boolean =>
  cells.length >= count && cells.slice(count).every(cell => cellText(cell) === '')

/** A number with a fixed number of digits, which is no formula even if it is negative. */
export const decimal = (text: string): Decimal => ({ decimal: text })
interface Decimal {
  decimal: string
}

type Cell = string | number | Decimal | null

const cell = (value: Cell): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object') return value.decimal
  const text = value.replace(FORMULA, "$1'")
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (cells: Cell[]): string => `${cells.map(cell).join(',')}\r\n`

/** An upload as it streams in. `cut()`: the file exceeded the size limit, and the rest is not read. */
export interface ImportFile {
  bytes: AsyncIterable<Buffer>
  cut(): boolean
}

export interface ImportLine {
  /** Line number as editors count; for a row that spans lines, the last one. */
  line: number
  cells: string[]
  /** The first row of a further sheet. */
  startsSheet?: boolean
}
