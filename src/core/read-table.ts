import { inflateRawSync } from 'node:zlib'
import { NotCsv, readCsv } from './read-csv.ts'
import type { ImportFile, ImportLine } from './rules/csv.ts'

/** Beginning of a zip file, as .xlsx files are. */
const ZIP = Buffer.from('PK\x03\x04', 'latin1')
/** A small file may unpack to gigabytes. */
const MOST_UNPACKED = 32 * 1024 * 1024
/** The library fills every row and column before a cell far out. An empty row takes as much memory as eight cells. */
const MOST_CELLS = 5_000_000
const ROW_CELLS = 8

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
  const [{ zipSync }, { default: readSheets }] = await Promise.all([
    import('fflate'),
    import('read-excel-file/universal'),
  ])
  try {
    const parts = unpackXml(all)
    let spanned = 0
    for (const part of Object.values(parts)) {
      const xml = part.toString('latin1')
      if (xml.includes('sheetData')) spanned += spannedCells(xml)
    }
    if (spanned > MOST_CELLS) throw new NotCsv('has a cell too far out')
    const file = new Blob([new Uint8Array(zipSync(parts, { level: 0 }))])
    const sheets = await readSheets(file, { parseNumber: text => text })
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

/** Unpacks the XML files of a zip (APPNOTE.TXT §4.3). Its sizes may be false, so bytes are counted. Throws RangeError. */
const unpackXml = (zip: Buffer): Record<string, Buffer> => {
  const parts: Record<string, Buffer> = {}
  let left = MOST_UNPACKED
  let at = zip.readUInt32LE(zip.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 16)
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [method, size, local] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)]
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, nameEnd)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    if (/\.xml(\.rels)?$/.test(name)) {
      const packed = zip.subarray(start, start + size)
      const part = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: left })
      parts[name] = part
      left -= part.length
      // Files may overlap.
      if (left < 0) throw new RangeError('unpacks to too many bytes')
    }
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return parts
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
