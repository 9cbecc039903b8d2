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
  guessed: 'Nothing is spelled exactly like that. Did you mean one of these?',
  offline: 'We could not reach the server. Check your connection, then search again.',
  variants: 'Variants',
} as const

export const resultsLine = (total: number): string => `${total} ${total === 1 ? 'result' : 'results'}`

/** What a person asks for, read once: a unit or lesson, a phrase in quotes, or words. */
export type Search =
  | { kind: 'unit'; unit: number; lesson: string | null }
  /** `whole` is all of it, `words` its words; normalized like the terms they are compared with. */
  | { kind: 'phrase' | 'words'; whole: string; words: string[] }
  | { kind: 'nothing' }

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

const UNIT = /^(?:(?:unit|lesson)\s*(\d{1,2})(?:\.(\d{1,2}))?|(\d{1,2})\.(\d{1,2}))$/i

export const readSearch = (typed: string): Search => {
  const text = straightQuotes(typed).replaceAll('\0', ' ').trim()
  if (text === '' || text.length > TERM_MAX) return { kind: 'nothing' }
  const [, unit, lesson, bareUnit, bareLesson] = text.match(UNIT) ?? []
  const number = Number(unit ?? bareUnit)
  if (number) {
    const part = lesson ?? bareLesson
    return { kind: 'unit', unit: number, lesson: part === undefined ? null : `${number}.${Number(part)}` }
  }
  const whole = normalize(text)
  if (whole === '') return { kind: 'nothing' }
  const words = whole.split(' ').slice(0, WORDS_MAX)
  return { kind: /^".*"$/.test(text) ? 'phrase' : 'words', whole, words }
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
  /** 0 for the whole term, 1 from inside it. */
  place: 0 | 1
}

/** 'brothers and sisters' is found by itself, by 'and sisters' and by 'sisters'. */
export const entriesOf = (sign: Pick<Sign, 'gloss' | 'english'>): Entry[] => {
  const places = new Map<string, 0 | 1>()
  for (const term of termsOf(sign)) {
    const words = term.split(' ')
    for (const [i] of words.entries()) {
      const text = words.slice(i).join(' ')
      if (places.get(text) !== 0) places.set(text, i === 0 ? 0 : 1)
    }
  }
  return [...places].map(([text, place]) => ({ text, place }))
}

/** Shorter words have too many neighbors to guess among. */
const SLIP_MIN = 3

/**
 * The word, and the word without each of its letters. Two words are one missing, extra, wrong or swapped letter apart
 * only if they share one of these (W. Garbe's symmetric delete), so that a typo is found by looking up an index.
 */
export const slipKeys = (word: string): string[] => {
  const letters = [...word.slice(0, WORD_MAX)]
  if (letters.length < SLIP_MIN) return [word]
  const without = letters.map((_, i) => [...letters.slice(0, i), ...letters.slice(i + 1)].join(''))
  return [...new Set([letters.join(''), ...without])]
}
