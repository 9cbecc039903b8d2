import { normalize, plainTyped } from '#src/core/rules/normalize.ts'
import type { PublishedClip } from './clip-media.ts'
import type { HandCount } from './entry-fields.ts'

/** One sign as content files describe it. Fields that only a Deaf signer can supply are null until recorded. */
export interface SignEntry {
  /** Derived from the gloss; stays the same across imports, so that links keep working. */
  slug: string
  gloss: string
  english: string[]
  spanish: string[]
  partOfSpeech: string
  unit: number
  lesson: string
  usage: string
  formation: string | null
  /** Handshape of the dominant hand. */
  handshape: string | null
  otherHandshape: string | null
  location: string | null
  movement: string | null
  hands: HandCount | null
  mouth: string | null
  notes: string | null
  /** Glosses of other entries. */
  related: string[]
  confusable: string[]
  video: string | null
  /** Address of a clip with an example sentence. */
  example: string | null
  variants: string[]
  signer: string | null
  reviewedBy: string | null
  /** YYYY-MM-DD */
  reviewedAt: string | null
  transcript: string | null
  /** Names of the pictures of its meaning, joined with '+' (`pictureFiles`). */
  picture: string | null
}

/** An entry has these where it has nothing else. */
export const emptyFields = {
  english: [],
  spanish: [],
  formation: null,
  handshape: null,
  otherHandshape: null,
  location: null,
  movement: null,
  hands: null,
  mouth: null,
  notes: null,
  related: [],
  confusable: [],
  video: null,
  example: null,
  variants: [],
  signer: null,
  reviewedBy: null,
  reviewedAt: null,
  transcript: null,
  picture: null,
} satisfies Partial<SignEntry>

/** A sign with its published clips, the best first. */
export interface Sign extends SignEntry {
  clips: PublishedClip[]
}

/** A parsed search: a unit or lesson, a handshape, a quoted phrase, or words. */
export type Search =
  | { kind: 'unit'; unit: number; lesson: string | null }
  | { kind: 'handshape'; handshape: string }
  /** `whole` is the full text and `words` its words, normalized like the terms they are compared with. */
  | { kind: 'phrase' | 'words'; whole: string; words: string[] }
  | { kind: 'nothing' }

/** Quality of the match: as spelled, nearly, or some of the words. */
export type Match = 'exact' | 'near' | 'parts'

/** Results per page; a unit is returned whole. */
export const PAGE_SIZE = 50

/** Parses a page number: from 1 to 99999, else 1. */
export const resultPage = (given: string | undefined): number =>
  /^\d{1,5}$/.test(given ?? '') ? Math.max(1, Number(given)) : 1

/** Longer than any stored term. */
export const TERM_MAX = 200
const WORDS_MAX = 8
const WORD_MAX = 40

/** Replaces curly double quotes with straight ones. */
export const straightQuotes = (text: string): string => text.replace(/[\u201c\u201d\u201e\u201f\u2033]/g, '"')

/**
 * Matches 'Unit 3', 'unit 3.1', 'U3-1', 'Units: 3', 'unit 3 lesson 1', 'u3l1', 'Unidad 3,1', 'Unit three', 'unidad tres', '3.1' and '3/1',
 * quoted or not. After the word any separator is one.
 */
const UNIT =
  /^(?:(?:unit|unidad|lesson|lecci[oó]n|u)(?:e?s)?[^\p{L}\p{N}]*(\d{1,2})(?:(?:\s+|\s*[^\p{L}\p{N}\s]\s*|[\s,:-]*(?:lesson|lecci[oó]n|l)\s*)(\d{1,2}))?|(\d{1,2})\s*[.,_·‧・٫-]\s*(\d{1,2})|(1?\d)\s*\/\s*(\d))$/iu
const AROUND_UNIT = /^[^\p{L}\p{N}\p{Sc}]+|[^\p{L}\p{N}]+$/gu

/** The names of 0 to 99 in English and Spanish, as one word. */
const NUMBERS = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety',
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
].map((all, language) => {
  const names = all.split(' ')
  const and = language === 0 ? '' : 'y'
  return names.flatMap((name, n) => (n < 20 ? name : [name, ...names.slice(1, 10).map(one => name + and + one)]))
})

/** Returns the number from 0 to 99 that a name means; -1 for other words. */
const numberOf = (name: string): number => {
  const joined = normalize(name)
    .replace(/ /g, '')
    .replace(/^veinti/, 'veintey')
  return Math.max(...NUMBERS.map(names => names.indexOf(joined.replace(/una?$/, 'uno'))))
}

/** Returns a whole number in digits: '21' for '21', 'twenty-one' and 'veintiuno'. Null for other text, and words above 99. */
export const digitsOf = (text: string): string | null => {
  const number = numberOf(text)
  return number < 0 ? (normalize(text).match(/^\d+$/)?.[0] ?? null) : String(number)
}

const readUnit = (text: string): Search | null => {
  const bare = text
    .replace(AROUND_UNIT, '')
    .replace(/(?<=^(?:units?|unidad(?:es)?)\s+)\p{L}+$/iu, name => (numberOf(name) > 0 ? String(numberOf(name)) : name))
  const [, unit, lesson, bareUnit, bareLesson, slashed, part = lesson ?? bareLesson] = bare.match(UNIT) ?? []
  const number = Number(unit ?? bareUnit ?? slashed)
  if (!number) return null
  return { kind: 'unit', unit: number, lesson: part === undefined ? null : `${number}.${Number(part)}` }
}

/** Matches 'Handshape F' and 'Forma de la mano: F'. */
const HANDSHAPE = /^(?:hand ?shape|forma de (?:la )?mano)\s*:?\s+(\S.{0,39})$/i

/** Words that say little in a sentence; ignored if other words are present. */
const FILLERS = new Set(
  'a an the to of is are am was were be been do does did el la lo los las un una al del es eres soy somos'.split(' '),
)

export const readSearch = (typed: string): Search => {
  const text = plainTyped(typed)
  if (text === '' || text.length > TERM_MAX) return { kind: 'nothing' }
  const unit = readUnit(text)
  if (unit) return unit
  const [, handshape] = text.match(HANDSHAPE) ?? []
  if (handshape) return { kind: 'handshape', handshape }
  const whole = normalize(text)
  if (whole === '') return { kind: 'nothing' }
  const words = whole.split(' ')
  if (/^".*"$/.test(text)) return { kind: 'phrase', whole, words: words.slice(0, WORDS_MAX) }
  const telling = words.filter(word => !FILLERS.has(word))
  return {
    kind: 'words',
    whole: whole.replace(/^(?:(?:a|an|the|to) )+(?=.)/, ''),
    words: (telling.length > 0 ? telling : words).slice(0, WORDS_MAX),
  }
}

/** Strips the notation marks of a gloss (content/README.md). */
const plainGloss = (gloss: string): string => gloss.replace(/^(fs-|#|CL:)/, '').replace(/\+\+$/, '')

/** Lists the search terms of a sign: gloss without and with its marks, English, Spanish. A bracketed explanation is searchable with and without the brackets' text. */
export const termsOf = ({ gloss, english, spanish }: Pick<SignEntry, 'gloss' | 'english' | 'spanish'>): string[] => {
  const all = [plainGloss(gloss), gloss, ...[...english, ...spanish].flatMap(e => [e.replace(/\([^)]*\)/g, ' '), e])]
  return [...new Set(all.map(normalize))].filter(Boolean)
}

interface Entry {
  /** A term from one of its words to its end, so that a prefix search is one index range. */
  text: string
  /** Rank of the term, the gloss first, times two; plus one if the entry starts inside the term. */
  place: number
}

/** Lists the index entries of a sign: 'brothers and sisters' is also found by 'and sisters' and 'sisters'. */
export const entriesOf = (sign: Pick<SignEntry, 'gloss' | 'english' | 'spanish'>): Entry[] => {
  const places = new Map<string, number>()
  const worse = (place: number) => (place % 2) * 100 + place
  for (const [nth, term] of termsOf(sign).entries()) {
    const words = term.split(' ')
    for (const i of words.keys()) {
      const text = words.slice(i).join(' ')
      const place = Math.min(nth, NTH_MAX) * 2 + (i === 0 ? 0 : 1)
      if (worse(place) < worse(places.get(text) ?? 1e3 + 1)) places.set(text, place)
    }
  }
  return [...places].map(([text, place]) => ({ text, place }))
}

/** Meanings after this one share its rank. */
const NTH_MAX = 15

/** Shorter words have too many similar words to guess. */
const SLIP_MIN = 3

/**
 * Returns the word, and the word without each of its letters. Two words that differ by one missing, extra, wrong or
 * swapped letter share one of these (symmetric delete, W. Garbe), so an index lookup finds typos.
 */
export const typoKeys = (word: string): string[] => {
  const letters = [...word.slice(0, WORD_MAX)]
  if (letters.length < SLIP_MIN) return [word]
  const without = letters.map((_, i) => [...letters.slice(0, i), ...letters.slice(i + 1)].join(''))
  return [...new Set([letters.join(''), ...without])]
}
