import { cellText, fitsHeadings, headingsOf, type ImportLine, withoutGuard } from '#src/core/rules/csv.ts'
import { keysOf } from '#src/core/rules/guards.ts'
import { normalize } from '#src/core/rules/normalize.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { type NewSign, newEntry, newSignFaults } from './added-signs.ts'
import type { SignEntry } from './dictionary.ts'
import {
  columnOf,
  type EntryField,
  type EntryTexts,
  entryFieldNames,
  entryFields,
  missingGlosses,
  tidyText,
  writeEntry,
} from './entry-fields.ts'
import { changedFields, changeFaults } from './sign-changes.ts'

/** Import of new entries and changes from a CSV file (docs/rules/signs.md). Its columns are those of the content files. */
export const SIGN_IMPORT_ROWS = 5000
export const FILE_NAME_MAX = 200

/** Columns of content files that staff do not change here. A row that says something else is refused. */
const fixedColumns = {
  unit: sign => String(sign.unit),
  lesson: sign => sign.lesson,
  video: sign => sign.video,
  example: sign => sign.example,
  signer: sign => sign.signer,
  reviewed_by: sign => sign.reviewedBy,
  reviewed_at: sign => sign.reviewedAt,
  transcript: sign => sign.transcript,
  picture: sign => sign.picture,
} as const satisfies Record<string, (sign: SignEntry) => string | null>
type FixedColumn = keyof typeof fixedColumns
const fixedNames = keysOf(fixedColumns)

export const signImportRefusals = {
  no_file: { message: 'Choose a CSV file.' },
  not_csv: { message: 'This is not a CSV file. Save it as CSV, UTF-8, and try again.' },
  no_header: { message: 'The first line must name the column gloss, and the columns to change.' },
  unknown_columns: { message: 'The first line names a column that we do not know, or one twice.' },
  file_too_big: { message: 'This file is larger than 5 MB. Nothing of it was read. Split it, and import each part.' },
  too_many_rows: {
    message: 'This file has more than 5,000 rows. Nothing of it was read. Split it, and import each part.',
  },
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
  /** Slug of the sign. */
  sign: string
  fields: Partial<EntryTexts>
  /** The whole entry, of a new one. */
  entry?: SignEntry
}

interface SignColumns {
  gloss: number
  fields: { field: EntryField; at: number }[]
  fixed: { name: FixedColumn; at: number }[]
  count: number
}

/** Names of the columns by their headings. */
const columns = new Map(['gloss', ...fixedNames, ...entryFieldNames.map(columnOf)].map(name => [normalize(name), name]))

type HeaderFault = { reason: 'no_header' } | { reason: 'unknown_columns'; columns: string[] }

export const readSignHeader = (cells: string[]): SignColumns | HeaderFault => {
  const headings = headingsOf(cells)
  const names = headings.map(heading => columns.get(heading) ?? '')
  const strange = headings.filter((_, at) => names[at] === '' || names.indexOf(names[at] ?? '') < at)
  if (strange.length > 0) return { reason: 'unknown_columns', columns: strange }
  const fields = entryFieldNames
    .map(field => ({ field, at: names.indexOf(columnOf(field)) }))
    .filter(({ at }) => at >= 0)
  const fixed = fixedNames.map(name => ({ name, at: names.indexOf(name) })).filter(({ at }) => at >= 0)
  const gloss = names.indexOf('gloss')
  return gloss < 0 || fields.length === 0 ? { reason: 'no_header' } : { gloss, fields, fixed, count: names.length }
}

/** The dictionary that rows of a file are about. */
export interface Dictionary {
  /** Entries by gloss. */
  signs: ReadonlyMap<string, SignEntry>
  slugs: ReadonlySet<string>
  lessons: string[]
  /** Glosses of the file: a row may name another one as related. */
  inFile: ReadonlySet<string>
}

/** Only this empties a field. An empty cell changes nothing. */
const EMPTIES = /^[-–—−]$/

/** Returns what a row adds or changes, or everything that is wrong with it. */
export const readSignRow = (
  { line, cells }: ImportLine,
  columns: SignColumns,
  dictionary: Dictionary,
): SignRow | SignRowFailure => {
  const cellAt = (at: number): string => withoutGuard(cellText(cells[at] ?? ''))
  const gloss = cellText(cells[columns.gloss] ?? '')
  if (!fitsHeadings(cells, columns.count)) return { line, gloss, faults: ['Wrong number of columns'] }
  if (!gloss) return { line, gloss, faults: ['Missing gloss'] }
  const typed = columns.fields.flatMap(({ field, at }) => {
    const text = cellAt(at)
    return text === '' ? [] : [[field, EMPTIES.test(text) ? '' : text]]
  })
  const fixed = Object.fromEntries(columns.fixed.map(({ name, at }) => [name, cellAt(at)]))
  const texts: Partial<EntryTexts> = Object.fromEntries(typed)
  const sign = dictionary.signs.get(gloss)
  const read = sign ? readChange(sign, texts, fixed, dictionary) : readNew(gloss, texts, fixed, dictionary)
  return 'faults' in read ? { line, gloss, faults: read.faults } : { line, gloss, ...read }
}

type Fixed = Partial<Record<FixedColumn, string>>
type Read = Omit<SignRow, 'line' | 'gloss'> | { faults: string[] }

/** Excel writes 1.10 as 1.1. */
const isSameText = (one: string, other: string): boolean =>
  one === other || (/^\d+\.\d+$/.test(one) && Number(one) === Number(other))

const readChange = (sign: SignEntry, texts: Partial<EntryTexts>, fixed: Fixed, dictionary: Dictionary): Read => {
  const fields = changedFields(writeEntry(sign), texts)
  const moved = fixedNames.filter(name => fixed[name] && !isSameText(fixed[name], fixedColumns[name](sign) ?? ''))
  const faults = changeFaults(sign.gloss, fields, other => exists(dictionary, other))
  const all = [
    ...moved.map(name => `${name}: it is ${fixedColumns[name](sign) ?? 'empty'}, and is not changed here`),
    ...faults.map(({ field, rule }) => `${entryFields[field].label}: ${rule}`),
  ]
  return all.length > 0 ? { faults: all } : { sign: sign.slug, fields }
}

const exists = ({ signs, inFile }: Dictionary, gloss: string): boolean => signs.has(gloss) || inFile.has(gloss)

const readNew = (gloss: string, typed: Partial<EntryTexts>, fixed: Fixed, dictionary: Dictionary): Read => {
  const { lesson = '', unit = '', ...rest } = fixed
  if (lesson === '') return { faults: ['No sign has this gloss. To add it, name its lesson'] }
  const texts = Object.fromEntries(
    entryFieldNames.map(field => [field, tidyText(field, typed[field] ?? '')]),
  ) as EntryTexts
  const given: NewSign = { gloss, lesson, texts }
  const faults = [
    ...newSignFaults(given, dictionary.lessons),
    ...missingGlosses(texts, other => exists(dictionary, other)),
  ].map(({ field, rule }) =>
    field === 'lesson' ? `Lesson: there is no lesson ${lesson}` : `${newLabel(field)}: ${rule}`,
  )
  const entry = newEntry(given)
  if (unit && Number(unit) !== entry.unit) faults.push(`Unit: lesson ${lesson} is not in unit ${unit}`)
  if (dictionary.slugs.has(entry.slug)) faults.push('The dictionary has a sign that is written almost like this')
  for (const [name, text] of Object.entries(rest)) if (text) faults.push(`${name}: leave it empty for a new entry`)
  return faults.length > 0 ? { faults } : { sign: entry.slug, fields: texts, entry }
}

const newLabel = (field: EntryField | 'gloss' | 'lesson'): string =>
  field === 'gloss' || field === 'lesson' ? 'Gloss' : entryFields[field].label

const entriesText = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'entry' : 'entries'}`

/** Says what a file does, such as '50 new entries, 3 entries change'. */
export const fileText = ({ added, changed }: { added: number; changed: number }): string =>
  [
    added > 0 && `${entriesText(added).replace(' ', ' new ')}`,
    changed > 0 && `${entriesText(changed)} ${changed === 1 ? 'changes' : 'change'}`,
  ]
    .filter(Boolean)
    .join(', ')
