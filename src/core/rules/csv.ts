/**
 * Text that a spreadsheet would run as a formula gets a leading quote (OWASP, CSV injection): also after spaces and
 * invisible characters, which spreadsheets skip, and after separators, where one with other settings begins a cell.
 */
const FORMULA = /(^|[,;|\t\r\n])(?=[\s"'\p{C}\p{Z}]*[=+\-@＝＋－＠])|^(?=[\t\r])/gu
const GUARDED = /(^|[,;|\t\r\n])'(?=[\s"'\p{C}\p{Z}]*[=+\-@＝＋－＠])/gu

/** Returns a cell as it was before `csvLine` guarded it, so that a saved file can be imported again. */
export const withoutGuard = (cell: string): string => cell.replace(GUARDED, '$1')

const cell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = value.replace(FORMULA, "$1'")
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns one CSV line, with CRLF as RFC 4180 requires. */
export const csvLine = (cells: (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`

/** An upload as it streams in. `cut()`: the file exceeded the size limit, and the rest is not read. */
export interface ImportFile {
  bytes: AsyncIterable<Buffer>
  cut(): boolean
}

/** One parsed line of a CSV file. */
export interface ImportLine {
  /** Line number as editors count; for a row that spans lines, the last one. */
  line: number
  cells: string[]
}
