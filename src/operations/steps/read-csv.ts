import { pipeline } from 'node:stream'
import type { ImportFile, ImportLine } from '../../domain/code-import.ts'

/** What is not text, or not told apart into lines and cells. */
export class NotCsv extends Error {}

/**
 * A file's whole lines as cells, while it streams by. A file ends in one of three ways:
 * cut, since it is too large: its last line may look like a whole one, and does not count;
 * broken, where it is no text or no CSV any more: the line before that counts if it was ended, then NotCsv is thrown;
 * whole: its last line counts, with a line break behind it or without.
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

/** A file's text, up to where it is none. How it ended is known once it was read. */
interface Text {
  chunks: AsyncGenerator<string>
  /** The last that was read ended a line. */
  endsLine: boolean
  broken: NotCsv | null
}

/** What stands for a byte that is no UTF-8, and the zeros of pictures and spreadsheets. */
const NO_TEXT = /[\ufffd\0]/

const textOf = (bytes: AsyncIterable<Buffer>): Text => {
  const text: Text = { chunks: read(), endsLine: true, broken: null }
  async function* read() {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    for await (const chunk of bytes) {
      const decoded = decoder.decode(chunk, { stream: true })
      const end = decoded.search(NO_TEXT)
      const good = end < 0 ? decoded : decoded.slice(0, end)
      if (good !== '') text.endsLine = /[\r\n]$/.test(good)
      yield good
      if (end < 0) continue
      text.broken = new NotCsv('zero bytes, or not UTF-8')
      return
    }
  }
  return text
}

async function* rowsOf(text: Text): AsyncGenerator<ImportLine> {
  let head = ''
  while (!/[\r\n]/.test(head)) {
    const next = await text.chunks.next()
    if (next.done) break
    head += next.value
  }
  const all = async function* () {
    yield head
    yield* text.chunks
  }
  const { CsvError, parse } = await import('csv-parse')
  const cells = parse({
    bom: true,
    info: true,
    delimiter: delimiterOf(head),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  try {
    // What breaks the file off breaks the reading off too: here, not as an error that nobody waits for.
    const read = pipeline(all, cells, () => {}) as AsyncIterable<{ record: string[]; info: { lines: number } }>
    // Inside quotes csv-parse counts a line break of two characters as two lines.
    let twice = 0
    for await (const { record, info } of read) {
      for (const cell of record) twice += cell.split('\r\n').length - 1
      yield { line: info.lines - twice, cells: record }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    text.broken = new NotCsv(error.message)
    text.endsLine = true
  }
}

/** Comma or semicolon: what the first line has more of. */
const delimiterOf = (head: string): string => {
  const [first = ''] = head.split(/[\r\n]/, 1)
  return first.split(';').length > first.split(',').length ? ';' : ','
}
