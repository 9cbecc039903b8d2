import { pipeline } from 'node:stream'
import type { ImportFile } from '../../domain/code-import.ts'

/** What is not text, or not told apart into lines and cells. */
export class NotCsv extends Error {
  /** The line before the place is whole. */
  readonly afterWholeLine: boolean
  constructor(message: string, afterWholeLine = false) {
    super(message)
    this.afterWholeLine = afterWholeLine
  }
}

/** A file's whole lines as cells, while it streams by. Throws NotCsv. */
export async function* readCsv(file: ImportFile): AsyncGenerator<string[]> {
  let last: string[] | undefined
  try {
    for await (const cells of linesOf(file.bytes)) {
      if (last) yield last
      last = cells
    }
  } catch (error) {
    if (!(error instanceof NotCsv)) throw error
    if (!file.cut()) {
      if (last && error.afterWholeLine) yield last
      throw error
    }
  }
  // Where a file was cut, half a line may look like a whole one.
  if (last && !file.cut()) yield last
}

/** Comma or semicolon: what the first line has more of. */
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
  // What is no text ends the text where it stands: the lines before it are read to their end.
  let broken: NotCsv | undefined
  const rest = async function* () {
    let isWhole = /[\r\n]$/.test(head)
    yield head
    try {
      for await (const text of texts) {
        if (text === '') continue
        isWhole = /[\r\n]$/.test(text)
        yield text
      }
    } catch (error) {
      if (!(error instanceof NotCsv)) throw error
      broken = new NotCsv(error.message, isWhole)
    }
  }
  const { CsvError, parse } = await import('csv-parse')
  const cells = parse({ bom: true, delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true })
  try {
    // What breaks the file off breaks the reading off too: here, not as an error that nobody waits for.
    yield* pipeline(rest, cells, () => {}) as AsyncIterable<string[]>
  } catch (error) {
    throw error instanceof CsvError ? new NotCsv(error.message) : error
  }
  if (broken) throw broken
}

/** As UTF-8, up to what is not: other bytes, and the zeros of pictures and spreadsheets, are no CSV. */
async function* decoded(file: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for await (const chunk of file) {
    const text = decoder.decode(chunk, { stream: true })
    const end = text.search(NO_TEXT)
    yield end < 0 ? text : text.slice(0, end)
    if (end >= 0) throw new NotCsv('zero bytes, or not UTF-8')
  }
}

/** What stands for a byte that is no UTF-8, and zero. */
const NO_TEXT = /[\ufffd\0]/
