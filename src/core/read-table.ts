import { NotCsv, readCsv } from './read-csv.ts'
import type { ImportFile, ImportLine } from './rules/csv.ts'

/** Beginning of a zip file, as .xlsx files are. */
const ZIP = Buffer.from('PK\x03\x04', 'latin1')
/** A small file may unpack to gigabytes. */
const MOST_UNPACKED = 32 * 1024 * 1024
/** The library fills every row and column before a cell far out. An empty row takes as much memory as eight cells. */
const MOST_CELLS = 5_000_000
const ROW_CELLS = 8

/** Streams the rows of a CSV file as `readCsv` does, or those of the first sheet of an .xlsx file. */
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
  const [{ unzipSync }, { readSheet }] = await Promise.all([import('fflate'), import('read-excel-file/universal')])
  try {
    let unpacked = 0
    const parts = unzipSync(all, {
      filter: ({ name, originalSize }) => {
        unpacked += originalSize
        return unpacked <= MOST_UNPACKED && name.endsWith('.xml')
      },
    })
    if (unpacked > MOST_UNPACKED) throw new NotCsv('unpacks to too many bytes')
    for (const part of Object.values(parts)) {
      const xml = Buffer.from(part).toString('latin1')
      if (xml.includes('sheetData') && spannedCells(xml) > MOST_CELLS) throw new NotCsv('has a cell too far out')
    }
    const sheet = await readSheet(new Blob([new Uint8Array(all)]), { parseNumber: text => text })
    const rows = sheet.map((cells, at) => ({ line: at + 1, cells: cells.map(cellText) }))
    return rows.filter(({ cells }) => cells.some(cell => cell !== ''))
  } catch (error) {
    throw error instanceof NotCsv ? error : new NotCsv('not a spreadsheet that can be read')
  }
}

/** Returns how many cells a sheet spans at most, by its rows and the addresses of its cells. */
const spannedCells = (xml: string): number => {
  let [rows, lastRow, columns] = [0, 0, 0]
  for (const [, address] of xml.matchAll(/row(?=[\s/>])|[\s"']r\s*=\s*["']?([^"'\s>]*)/g)) {
    if (address === undefined) rows++
    else {
      const [, letters, row] = address.match(/^([A-Z]{0,3})(\d{1,7})$/) ?? []
      if (letters === undefined) return Number.POSITIVE_INFINITY
      lastRow = Math.max(lastRow, Number(row))
      columns = Math.max(
        columns,
        [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
      )
    }
  }
  return (rows + lastRow) * (columns + ROW_CELLS)
}

/** A date of a spreadsheet has no zone; the library reads it as UTC. */
const cellText = (value: unknown): string =>
  value instanceof Date ? value.toISOString().slice(0, 10) : value === null ? '' : String(value).trim()
