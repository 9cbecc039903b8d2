import { NotCsv, readCsv } from './read-csv.ts'
import type { ImportFile, ImportLine } from './rules/csv.ts'

/** Beginning of a zip file, as .xlsx files are. */
const ZIP = Buffer.from('PK\x03\x04', 'latin1')
/** A small file may unpack to gigabytes. */
const MOST_UNPACKED = 100 * 1024 * 1024

/** Streams the rows of a CSV file as `readCsv` does, or those of all sheets of an .xlsx file. */
export async function* readTable(file: ImportFile): AsyncGenerator<ImportLine> {
  const chunks = file.bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < ZIP.length) {
    const next = await chunks.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  const bytes = async function* () {
    yield head
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  if (!head.subarray(0, ZIP.length).equals(ZIP)) return yield* readCsv({ bytes: bytes(), cut: () => file.cut() })
  const parts: Buffer[] = []
  for await (const part of bytes()) parts.push(part)
  if (!file.cut()) yield* await readXlsx(Buffer.concat(parts))
}

const readXlsx = async (all: Buffer): Promise<ImportLine[]> => {
  const [{ unzipSync }, { default: readSheets }] = await Promise.all([
    import('fflate'),
    import('read-excel-file/universal'),
  ])
  try {
    let unpacked = 0
    unzipSync(all, {
      filter: ({ originalSize }) => {
        unpacked += originalSize
        return false
      },
    })
    if (unpacked > MOST_UNPACKED) throw new NotCsv('unpacks to too many bytes')
    const sheets = await readSheets(new Blob([new Uint8Array(all)]), { parseNumber: text => text })
    return sheets.flatMap(({ data }, n) =>
      data
        .map((cells, at) => ({ line: at + 1, cells: cells.map(cellText) }))
        .filter(({ cells }) => cells.some(cell => cell !== ''))
        .map((row, at) => ({ ...row, startsSheet: n > 0 && at === 0 })),
    )
  } catch (error) {
    throw error instanceof NotCsv ? error : new NotCsv('not a spreadsheet that can be read')
  }
}

/** A date of a spreadsheet has no zone; the library reads it as UTC. */
const cellText = (value: unknown): string =>
  value instanceof Date ? value.toISOString().slice(0, 10) : value === null ? '' : String(value).trim()
