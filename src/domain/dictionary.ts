/** One sign as the dictionary shows it. What only a Deaf signer can supply is null until it is recorded. */
export interface Sign {
  /** Made from the gloss; stays the same from import to import, so that addresses keep working. */
  slug: string
  gloss: string
  english: string[]
  partOfSpeech: string
  unit: number
  lesson: string
  usage: string
  formation: string | null
  video: string | null
  variants: string[]
  signer: string | null
  reviewedBy: string | null
  /** YYYY-MM-DD */
  reviewedAt: string | null
  transcript: string | null
}

export const dictionaryMessages = {
  title: "What's the Sign?",
  hint: "Type a word or a specific unit (e.g. 'Unit 3.1')",
  none: 'Sorry, no signs found. Try another word or unit?',
  unrecorded: 'To be recorded by a Deaf signer',
  unreviewed: 'Not yet reviewed by a Deaf signer',
  near: 'Nothing is spelled exactly like that. Did you mean one of these?',
  parts: 'No sign stands for all of that. These are signs for some of the words.',
} as const

/** `before`: what was searched for, where these are not the results of what stands in the box. */
export const resultsLine = (total: number, before = ''): string =>
  `${total} ${total === 1 ? 'result' : 'results'}${before && ` for “${before}”`}`

/** What a person asks for, read once: a unit or lesson, a phrase in quotes, or words. */
export type Search =
  | { kind: 'unit'; unit: number; lesson: string | null }
  /** `whole` is all of it, `words` its words; normalized like the terms they are compared with. */
  | { kind: 'phrase' | 'words'; whole: string; words: string[] }
  | { kind: 'nothing' }

/** How what was found answers to what was typed: as it is spelled, nearly, or in some of its words. */
export type Match = 'exact' | 'near' | 'parts'

/** A page of results; a unit is given whole (contract.md, JSON). */
export const PAGE_SIZE = 50

/** A page of results that can be: from the first to one that no dictionary reaches. */
export const resultPage = (given: string | undefined): number =>
  /^\d{1,5}$/.test(given ?? '') ? Math.max(1, Number(given)) : 1

/** Longer than any term we hold: nobody looks for more. */
export const TERM_MAX = 200
const WORDS_MAX = 8
const WORD_MAX = 40

/** Curly double quotes are replaced with straight ones before searching (spec §5). */
export const straightQuotes = (text: string): string => text.replace(/[\u201c\u201d\u201e\u201f\u2033]/g, '"')

/** 'Unit 3', 'unit 3.1', 'U3.1', 'Units: 3', 'unit 3 lesson 1', 'Unit three' and '3.1', in quotes or not. */
const UNIT =
  /^(?:(?:unit|lesson|u)s?[\s:#-]*(\d{1,2})(?:(?:\s*\.\s*|[\s,]+lesson\s+)(\d{1,2}))?|(\d{1,2})\.(\d{1,2}))$/i
const NUMBERS =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )

const readUnit = (text: string): Search | null => {
  const bare = text
    .replace(/^["'\u2018\s]+|["'\u2019\s.,;]+$/g, '')
    .replace(/(?<=^units?\s+)[a-z]+$/i, name => String(NUMBERS.indexOf(name.toLowerCase()) + 1 || name))
  const [, unit, lesson, bareUnit, bareLesson] = bare.match(UNIT) ?? []
  const number = Number(unit ?? bareUnit)
  if (!number) return null
  const part = lesson ?? bareLesson
  return { kind: 'unit', unit: number, lesson: part === undefined ? null : `${number}.${Number(part)}` }
}

/** Words without a sign of their own: where others stand beside them, only those are looked for. */
const FILLERS = new Set('a an the to of is are am was were be been do does did'.split(' '))

export const readSearch = (typed: string): Search => {
  const text = straightQuotes(typed).trim()
  if (text === '' || text.length > TERM_MAX) return { kind: 'nothing' }
  const unit = readUnit(text)
  if (unit) return unit
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

/** Small letters and digits with single spaces: no accents, no apostrophes, no punctuation. */
export const normalize = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'\u2018\u2019]/gu, '')
    .toLowerCase()
    .replace(/(\d),(?=\d{3})/g, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** A gloss as one would type it: without the marks of the convention (content/README.md). */
const plainGloss = (gloss: string): string => gloss.replace(/^(fs-|#|CL:)/, '').replace(/\+\+$/, '')

/** All that a sign is found by. What stands in brackets explains a word: it is found with it and without it. */
export const termsOf = ({ gloss, english }: Pick<Sign, 'gloss' | 'english'>): string[] => {
  const all = [plainGloss(gloss), ...english.flatMap(e => [e.replace(/\([^)]*\)/g, ' '), e])]
  return [...new Set(all.map(normalize))].filter(Boolean)
}

export interface Entry {
  /** A term from one of its words to its end, so that whatever begins with a word of it is one range of the index. */
  text: string
  /** Which of the sign's terms it is, the gloss first, doubled; and one more where it begins inside the term. */
  place: number
}

/** 'brothers and sisters' is found by itself, by 'and sisters' and by 'sisters'. */
export const entriesOf = (sign: Pick<Sign, 'gloss' | 'english'>): Entry[] => {
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

/** Later meanings are as good as this one. */
const NTH_MAX = 15

/** Shorter words have too many neighbors to guess among. */
const SLIP_MIN = 3

/**
 * The word, and the word without each of its letters. Two words are one missing, extra, wrong or swapped letter apart
 * only if they share one of these (W. Garbe's symmetric delete), so that a typo is found by looking up an index.
 */
export const typoKeys = (word: string): string[] => {
  const letters = [...word.slice(0, WORD_MAX)]
  if (letters.length < SLIP_MIN) return [word]
  const without = letters.map((_, i) => [...letters.slice(0, i), ...letters.slice(i + 1)].join(''))
  return [...new Set([letters.join(''), ...without])]
}
