import { pipeline } from 'node:stream'
import type { ImportFile } from '../../domain/code-import.ts'

/** What is not text, or not told apart into lines and cells. */
export class NotCsv extends Error {}

/** A file's whole lines as cells, while it streams by. Throws NotCsv. */
export async function* readCsv(file: ImportFile): AsyncGenerator<string[]> {
  let last: string[] | undefined
  try {
    for await (const cells of linesOf(file.bytes)) {
      if (last) yield last
      last = cells
    }
  } catch (error) {
    if (!(error instanceof NotCsv && file.cut())) throw error
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
  const rest = async function* () {
    yield head
    yield* texts
  }
  const { CsvError, parse } = await import('csv-parse')
  const cells = parse({ bom: true, delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true })
  try {
    // What breaks the file off breaks the reading off too: here, not as an error that nobody waits for.
    yield* pipeline(rest, cells, () => {}) as AsyncIterable<string[]>
  } catch (error) {
    throw error instanceof CsvError ? new NotCsv(error.message) : error
  }
}

/** As UTF-8; anything else, and the zero bytes of pictures and spreadsheets, is no CSV. */
async function* decoded(file: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  for await (const chunk of file) {
    if (chunk.includes(0)) throw new NotCsv('zero bytes')
    try {
      yield decoder.decode(chunk, { stream: true })
    } catch {
      throw new NotCsv('not UTF-8')
    }
  }
}
