import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { extraLines, withDelimiter } from '#src/core/read-csv.ts'
import { columnsOf, type FileName, type MoveLine } from './rules/files.ts'

/** A file that is refused whole, with the place of the fault. */
export class FileRefused extends Error {
  readonly at: Omit<MoveLine, 'state'>
  constructor(at: Omit<MoveLine, 'state'>) {
    super(at.sentence)
    this.at = at
  }
}

/** One row: the line on which it begins, and its cells by column. `cells` is null if their number is wrong. */
export interface CsvRow {
  line: number
  cells: Map<string, string> | null
}

/** A row longer than this has a quote that does not close, or is no row of ours. */
const LONGEST_ROW = 1024 * 1024

/** Streams a file as text. Throws FileRefused at the first byte that is no UTF-8, and at NUL, which databases do not store. */
async function* textOf(file: FileName, path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let line = 1
  const refuse = (before: string): never => {
    line += before.split('\n').length - 1
    throw new FileRefused({ file, line, column: null, sentence: 'This file is not UTF-8. Save it as CSV, UTF-8.' })
  }
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      const lenient = new TextDecoder().decode(chunk)
      return refuse(lenient.slice(0, lenient.indexOf('\ufffd')))
    }
  }
  for await (const chunk of createReadStream(path)) {
    const text = decode(chunk)
    if (text.includes('\0')) refuse(text.slice(0, text.indexOf('\0')))
    line += text.split('\n').length - 1
    yield text
  }
  yield decode()
}

/** Returns the columns in the order of the header. Throws FileRefused for one that is not listed, twice or missing. */
const readHeader = (file: FileName, cells: string[], line: number): string[] => {
  const columns = columnsOf(file)
  const names = cells.map(name => name.trim().toLowerCase())
  const refuse = (name: string, sentence: string): never => {
    const column = /^[\w-]+$/.test(name) ? name : null
    throw new FileRefused({ file, line, column, sentence })
  }
  names.forEach((name, at) => {
    if (!Object.hasOwn(columns, name))
      refuse(name, `There is no column "${name}". The columns are ${Object.keys(columns).join(', ')}.`)
    if (names.indexOf(name) < at) refuse(name, 'This column is in the file twice.')
  })
  for (const [name, { needed }] of Object.entries(columns))
    if (needed && !names.includes(name)) refuse(name, 'This column is needed, and missing.')
  return names
}

const lineBreaks = (cells: string[]): number =>
  cells.reduce((all, cell) => all + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)

const columnAt = (names: string[] | null, at: number): string | null => names?.[at] ?? null

const byName = (names: string[] | null, cells: string[]): CsvRow['cells'] =>
  names?.length === cells.length ? new Map(names.map((name, at) => [name, cells[at] ?? ''])) : null

/**
 * Streams the rows of a CSV file as RFC 4180 has it: with comma, semicolon or tab, and with or without a byte order mark. Needs
 * little memory for a file of any size. Throws FileRefused.
 */
export async function* readRows(file: FileName, path: string): AsyncGenerator<CsvRow> {
  const { all, options } = await withDelimiter(textOf(file, path))
  // Rows that the parser has read. It is ahead of the rows that were yielded.
  let names: string[] | null = null
  let extra = 0
  let end = 0
  const parser = parse({
    ...options,
    max_record_size: LONGEST_ROW,
    /** Returns the cells of a row behind its line. */
    on_record: (cells: string[], { lines }) => {
      extra += extraLines(cells)
      end = lines - extra
      if (names) return [String(end - lineBreaks(cells)), ...cells]
      names = readHeader(file, cells, end)
      return null
    },
  })
  try {
    // `pipeline` ends the parser when the source fails, so no error event stays unhandled.
    const records: AsyncIterable<string[]> = pipeline(all, parser, () => {})
    for await (const [line, ...cells] of records) yield { line: Number(line), cells: byName(names, cells) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const column = columnAt(names, Number(error.column))
    const sentence =
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'A quote that opens in this row is not closed.'
        : error.code === 'CSV_MAX_RECORD_SIZE'
          ? 'This row is too long. A quote that opens in it may not be closed.'
          : 'A quote is in the middle of a cell. Put the cell in quotes, and double the quotes in it.'
    throw new FileRefused({ file, line: end + 1, column, sentence })
  }
  if (!names) throw new FileRefused({ file, line: 1, column: null, sentence: 'The first row must name the columns.' })
}
