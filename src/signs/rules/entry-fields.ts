import { cellFault } from '#src/core/rules/csv.ts'
import { singleSpaced } from '#src/core/rules/normalize.ts'
import type { SignEntry } from './dictionary.ts'

const partsOfSpeech = [
  ...['noun', 'verb', 'adjective', 'adverb', 'number', 'phrase', 'question word', 'pronoun', 'interjection'],
  ...['classifier', 'conjunction', 'preposition'],
]

export const handCounts = { one: 'One hand', two: 'Two hands' } as const
export type HandCount = keyof typeof handCounts

interface FieldRule {
  label: string
  /** `list` and `glosses` are separated by semicolons. Glosses name other entries. */
  kind: 'text' | 'list' | 'glosses'
  /** Most characters as written. */
  most: number
  choices?: readonly string[]
  /** Sentence for an empty field. */
  needed?: string
}

/** Fields of an entry besides its gloss, its lesson and its clip, in the order of forms and files. */
export const entryFields = {
  english: { label: 'Meaning', kind: 'list', most: 200, needed: 'at least one meaning is needed' },
  spanish: { label: 'In Spanish', kind: 'list', most: 200 },
  partOfSpeech: {
    label: 'Part of speech',
    kind: 'text',
    most: 40,
    choices: partsOfSpeech,
    needed: 'a part of speech is needed',
  },
  usage: { label: 'Example', kind: 'text', most: 300, needed: 'a sentence in English is needed' },
  formation: { label: 'How to sign it', kind: 'text', most: 1000 },
  handshape: { label: 'Handshape', kind: 'text', most: 40 },
  otherHandshape: { label: 'Other hand', kind: 'text', most: 40 },
  location: { label: 'Location', kind: 'text', most: 60 },
  movement: { label: 'Movement', kind: 'text', most: 200 },
  hands: { label: 'Hands', kind: 'text', most: 10, choices: Object.keys(handCounts) },
  mouth: { label: 'Mouth', kind: 'text', most: 100 },
  notes: { label: 'Notes on signing', kind: 'text', most: 1000 },
  related: { label: 'Related signs', kind: 'glosses', most: 300 },
  confusable: { label: 'Easy to confuse with', kind: 'glosses', most: 300 },
  variants: { label: 'Variants', kind: 'list', most: 300 },
} as const satisfies Record<string, FieldRule>

export type EntryField = keyof typeof entryFields
// A plain cast: `keysOf` would load the chunk of the forms with the dictionary.
export const entryFieldNames = Object.keys(entryFields) as EntryField[]

/** The fields as written in forms and files. */
export type EntryTexts = Record<EntryField, string>
type EntryValues = Pick<SignEntry, EntryField>

/** Name of a field in files and in JSON: `otherHandshape` is `other_handshape`. */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

const listOf = (text: string): string[] =>
  text
    .split(';')
    .map(part => part.trim())
    .filter(Boolean)

/** Returns a text with single spaces, and a list with '; ' between its parts. */
export const tidyText = (field: EntryField, text: string): string => {
  const spaced = singleSpaced(text)
  return entryFields[field].kind === 'text' ? spaced : listOf(spaced).join('; ')
}

/** Parses the fields of an entry that has no faults. An empty text that is not needed is null. */
export const readEntry = (texts: EntryTexts): EntryValues => {
  const read = entryFieldNames.map(field => {
    const { kind, needed }: FieldRule = entryFields[field]
    return [field, kind === 'text' ? texts[field] || (needed ? '' : null) : listOf(texts[field])]
  })
  return Object.fromEntries(read)
}

export const writeEntry = (values: EntryValues): EntryTexts => {
  const written = entryFieldNames.map(field => {
    const value = values[field]
    return [field, Array.isArray(value) ? value.join('; ') : (value ?? '')]
  })
  return Object.fromEntries(written)
}

/** Returns the texts of the fields that a change has. */
export const textsOf = (texts: EntryTexts, change: Partial<EntryTexts>): Partial<EntryTexts> =>
  Object.fromEntries(entryFieldNames.flatMap(field => (field in change ? [[field, texts[field]]] : [])))

export interface FieldFault {
  field: EntryField
  /** The broken rule, such as 'at most 300 characters'. */
  rule: string
}

/** CAPITALS with hyphens; fs- fingerspelled, # loan sign, CL: classifier, ++ repeated (content/README.md). */
export const GLOSS = /^(?:(?:fs-|#|CL:)?[\p{Lu}\d]+(?:-[\p{Lu}\d]+)*(?:\+\+)?)$/u

/** Lists what is wrong with the fields of an entry. Whether other entries exist is checked by `missingGlosses`. */
export const entryFaults = (gloss: string, texts: Partial<EntryTexts>): FieldFault[] =>
  entryFieldNames.flatMap(field => {
    const text = texts[field]
    return text === undefined ? [] : faultsOf(entryFields[field], gloss, text).map(rule => ({ field, rule }))
  })

const faultsOf = ({ kind, most, choices, needed }: FieldRule, gloss: string, text: string): string[] => {
  const parts = kind === 'text' ? [text].filter(Boolean) : listOf(text)
  if (parts.length === 0) return needed ? [needed] : []
  if (choices && !choices.includes(text)) return [`expected one of ${choices.join(', ')}`]
  if (text.length > most) return [`at most ${most} characters`]
  if (parts.some(cellFault)) return ['a spreadsheet changed this text']
  const twice = parts.find((part, i) => parts.indexOf(part) < i)
  if (twice) return [`${twice} is there twice`]
  if (kind === 'glosses' && parts.includes(gloss)) return ['the entry itself cannot be named']
  return []
}

/** Lists glosses under `related` and `confusable` that no entry has. */
export const missingGlosses = (texts: Partial<EntryTexts>, exists: (gloss: string) => boolean): FieldFault[] =>
  (['related', 'confusable'] as const).flatMap(field =>
    listOf(texts[field] ?? '')
      .filter(gloss => !exists(gloss))
      .map(gloss => ({ field, rule: `there is no entry ${gloss}` })),
  )
