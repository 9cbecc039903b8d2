import { cellText, csvLine, fitsHeadings, headingsOf, type ImportLine, withoutGuard } from '#src/core/rules/csv.ts'
import { normalize } from '#src/core/rules/normalize.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { columnOf, type EntryField, type EntryTexts, entryFieldNames, entryFields } from './entry-fields.ts'
import { changedFields, changeFaults } from './sign-changes.ts'

/** Import of changes from a CSV file (docs/rules/signs.md). Its columns are those of the content files. */
export const SIGN_IMPORT_ROWS = 5000

/** Columns of content files that staff do not change here. An import ignores them. */
const fixedColumns = [
  ...['unit', 'lesson', 'video', 'example', 'signer', 'reviewed_by', 'reviewed_at', 'transcript', 'picture'],
]

export const signImportRefusals = {
  no_file: { message: 'Choose a CSV file.' },
  not_csv: { message: 'This is not a CSV file. Save it as CSV, UTF-8, and try again.' },
  no_header: { message: 'The first line must name the column gloss, and the columns to change.' },
  unknown_columns: { message: 'The first line names unknown columns. The list below shows those that we know.' },
  file_too_big: { message: 'This file is larger than 5 MB. Split it, and import each part.' },
  too_many_rows: { message: 'You can import 5,000 rows at once. Split the file, and import each part.' },
} as const satisfies RefusalTexts

export type SignImportReason = keyof typeof signImportRefusals

/** A row that was not read. */
export interface SignRowFailure {
  line: number
  gloss: string
  faults: string[]
}

export interface SignRow {
  line: number
  gloss: string
  fields: Partial<EntryTexts>
}

interface SignColumns {
  gloss: number
  fields: { field: EntryField; at: number }[]
  count: number
}

/** Columns by their headings: the labels of the form, and their names in content files, which count first. */
const columns = new Map(
  [
    ...entryFieldNames.map(field => [entryFields[field].label, columnOf(field)] as const),
    ...['gloss', ...fixedColumns, ...entryFieldNames.map(columnOf)].map(name => [name, name] as const),
  ].map(([heading, name]) => [normalize(heading), name]),
)

/** Returns the column of each heading. `Example` is the label of usage too, and means it in a file without that column. */
const columnNames = (cells: string[]): string[] => {
  const names = headingsOf(cells).map(heading => columns.get(heading) ?? '')
  return names.includes('usage') ? names : names.map(name => (name === 'example' ? 'usage' : name))
}

export const readSignHeader = (cells: string[]): SignColumns | 'no_header' | 'unknown_columns' => {
  const names = columnNames(cells)
  if (names.some((name, at) => name === '' || names.indexOf(name) < at)) return 'unknown_columns'
  const fields = entryFieldNames
    .map(field => ({ field, at: names.indexOf(columnOf(field)) }))
    .filter(({ at }) => at >= 0)
  const gloss = names.indexOf('gloss')
  return gloss < 0 || fields.length === 0 ? 'no_header' : { gloss, fields, count: names.length }
}

/** Entries of the dictionary by gloss, as texts. */
export type KnownSigns = ReadonlyMap<string, { slug: string; texts: EntryTexts }>

/** Returns what a row changes, or everything that is wrong with it. An empty cell empties the field. */
export const readSignRow = (
  { line, cells }: ImportLine,
  columns: SignColumns,
  known: KnownSigns,
): SignRow | SignRowFailure => {
  const gloss = cellText(cells[columns.gloss] ?? '')
  const sign = known.get(gloss)
  if (!fitsHeadings(cells, columns.count)) return { line, gloss, faults: ['Wrong number of columns'] }
  if (!sign) return { line, gloss, faults: [gloss ? 'No sign has this gloss' : 'Missing gloss'] }
  const typed = columns.fields.map(({ field, at }) => [field, withoutGuard(cellText(cells[at] ?? ''))])
  const fields = changedFields(sign.texts, Object.fromEntries(typed))
  const faults = changeFaults(gloss, fields, other => known.has(other))
  if (faults.length === 0) return { line, gloss, fields }
  return { line, gloss, faults: faults.map(({ field, rule }) => `${entryFields[field].label}: ${rule}`) }
}

/** Returns all failures as a CSV file. */
export const signFailuresCsv = (failed: SignRowFailure[]): string =>
  [
    csvLine(['Line', 'Gloss', 'Reason']),
    ...failed.map(row => csvLine([row.line, row.gloss, row.faults.join('; ')])),
  ].join('')

export const importedText = (count: number): string =>
  count === 1 ? '1 entry changes. Send it for review.' : `${count} entries change. Send them for review.`
