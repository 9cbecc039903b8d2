import { pipeline } from 'node:stream'
import { cellText, type ImportFile, type ImportLine } from './rules/csv.ts'

/** The file is not text, or not valid CSV. */
export class NotCsv extends Error {}

/**
 * Streams the rows of a CSV file as cells, without empty rows and the first line `sep=;` of Excel. If the file was cut for
 * its size, the last row is dropped because it may be incomplete. If the file is broken, yields the last row only if its
 * line ended, then throws NotCsv. Otherwise yields every row, with or without a final line break.
 */
export async function* readCsv(file: ImportFile): AsyncGenerator<ImportLine> {
  const text = textOf(file.bytes)
  let last: ImportLine | undefined
  for await (const line of rowsOf(text)) {
    if (last) yield last
    last = line
  }
  if (file.cut()) return
  if (last && (text.endsLine || !text.broken)) yield last
  if (text.broken) throw text.broken
}

/** Decoded text up to the first invalid byte. `endsLine` and `broken` are valid once all chunks are read. */
interface Text {
  chunks: AsyncGenerator<string>
  /** The text read so far ends with a line break. */
  endsLine: boolean
  broken: NotCsv | null
}

/** The replacement character for invalid UTF-8, and NUL bytes as in images and spreadsheets. */
const INVALID_TEXT = /[\ufffd\0]/

/** Excel saves "Unicode Text" as UTF-16 with a byte order mark. */
const encodingOf = ([first, second]: Buffer): string =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'

const textOf = (bytes: AsyncIterable<Buffer>): Text => {
  const text: Text = { chunks: read(), endsLine: true, broken: null }
  async function* read() {
    let decoder: TextDecoder | undefined
    for await (const chunk of bytes) {
      if (chunk.length === 0) continue
      decoder ??= new TextDecoder(encodingOf(chunk), { ignoreBOM: true })
      const decoded = decoder.decode(chunk, { stream: true })
      const end = decoded.search(INVALID_TEXT)
      const good = end < 0 ? decoded : decoded.slice(0, end)
      if (good !== '') text.endsLine = /[\r\n]$/.test(good)
      yield good
      if (end < 0) continue
      text.broken = new NotCsv('NUL bytes or invalid UTF-8')
      return
    }
  }
  return text
}

/** Characters read to find the delimiter, also where no line ends. */
const HEAD_MAX = 1024 * 1024

/**
 * Reads on to the end of the first line, which shows the delimiter: by `sep=;` of Excel, or by the headings. Returns the
 * whole text, and options for csv-parse.
 */
export const withDelimiter = async (chunks: AsyncGenerator<string>) => {
  let head = ''
  while (!/[\r\n]/.test(head) && head.length < HEAD_MAX) {
    const next = await chunks.next()
    if (next.done) break
    head += next.value
  }
  const all = async function* () {
    yield head
    yield* chunks
  }
  const separator = head.match(/^\ufeff?"?sep=([,;\t|])"?[\r\n]/i)?.[1]
  const delimiter = separator ?? delimiterOf(head)
  const options = {
    bom: true,
    delimiter,
    from_line: separator ? 2 : 1,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  }
  return { all, options }
}

/** Counts the lines that csv-parse counts too many: inside quotes, a CRLF is two for it. */
export const extraLines = (cells: string[]): number =>
  cells.reduce((sum, cell) => sum + cell.split('\r\n').length - 1, 0)

interface ParsedRow {
  record: string[]
  info: { lines: number }
}

async function* rowsOf(text: Text): AsyncGenerator<ImportLine> {
  const { all, options } = await withDelimiter(text.chunks)
  const { CsvError, parse } = await import('csv-parse')
  // A parser that fails drops the rows that nobody took yet.
  const ahead: ParsedRow[] = []
  const keep = (row: ParsedRow) => {
    ahead.push(row)
    return row
  }
  const cells = parse({ ...options, info: true, relax_quotes: true, on_record: keep as never })
  let extra = 0
  const linesOf = function* ({ record, info }: ParsedRow): Generator<ImportLine> {
    extra += extraLines(record)
    if (record.some(cell => cellText(cell) !== '')) yield { line: info.lines - extra, cells: record }
  }
  try {
    // `pipeline` ends the parser when the source fails, so no error event stays unhandled.
    const read: AsyncIterable<ParsedRow> = pipeline(all, cells, () => {})
    for await (const row of read) {
      ahead.shift()
      yield* linesOf(row)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    for (const row of ahead) yield* linesOf(row)
    text.broken = new NotCsv(error.message)
    text.endsLine = true
  }
}

/** Returns comma, semicolon or tab, whichever the first line has most of. */
const delimiterOf = (head: string): string => {
  const [first = ''] = head.split(/[\r\n]/, 1)
  const count = (delimiter: string) => first.split(delimiter).length
  return [',', ';', '\t'].reduce((most, next) => (count(next) > count(most) ? next : most))
}
