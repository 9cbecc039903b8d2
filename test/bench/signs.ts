import { emptyFields, type SignEntry } from '#src/signs/rules/dictionary.ts'

/** Pseudo-random numbers with a fixed sequence (mulberry32). */
export const chance = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let n = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  n = (n + Math.imul(n ^ (n >>> 7), 61 | n)) ^ n
  return ((n ^ (n >>> 14)) >>> 0) / 2 ** 32
}

const STARTS = 'b c d f g h j k l m n p r s t v w bl br ch cl cr dr fl fr gl gr pl pr sh sl sp st str th tr wh'.split(
  ' ',
)
const VOWELS = 'a e i o u ai ea ee oa oo ou'.split(' ')
const ENDS = ['', '', '', ...'ck d ft g l ll m mp n nd ng nk nt p r rd rk rn rt s st t'.split(' ')]

/** Generates different pronounceable words. The first ones are used most, as in a real language. */
const makeWords = (count: number, next: () => number): string[] => {
  const pick = (from: string[]) => from[Math.floor(next() * from.length)]!
  const words = new Set<string>()
  while (words.size < count) {
    const syllables = 1 + Math.floor(next() * 2.4)
    let word = ''
    for (let i = 0; i < syllables; i++) word += pick(STARTS) + pick(VOWELS) + (i === syllables - 1 ? pick(ENDS) : '')
    if (word.length >= 3 && word.length <= 12) words.add(word)
  }
  return [...words]
}

/** Generates a dictionary of this size; four of ten signs bring a new word, as in a real one. */
export const makeSigns = (count: number): SignEntry[] => {
  const next = chance(count)
  const words = makeWords(Math.ceil(count * 0.4), next)
  const word = () => words[Math.floor(words.length * next() ** 2.5)]!
  const phrase = () => Array.from({ length: 1 + Math.floor(next() ** 2 * 3) }, word).join(' ')
  const glosses = new Set<string>()
  for (const own of words) glosses.add(own)
  while (glosses.size < count) glosses.add(`${word()} ${word()}`)
  return [...glosses].map((name, i) => {
    const unit = (i % 18) + 1
    return {
      ...emptyFields,
      slug: name.replace(' ', '-'),
      gloss: name.replace(' ', '-').toUpperCase(),
      english: [...new Set([name, ...Array.from({ length: Math.floor(next() * 3) }, phrase)])],
      partOfSpeech: 'noun',
      unit,
      lesson: `${unit}.${(Math.floor(i / 18) % 5) + 1}`,
      usage: `A sentence with ${name} in it, as long as they usually are.`,
    }
  })
}

export const slipKinds = ['missing', 'extra', 'wrong', 'swapped'] as const
type SlipKind = (typeof slipKinds)[number]

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Applies one typo to a word; may return the word itself. */
export const slip = (word: string, kind: SlipKind, next: () => number): string => {
  const at = Math.floor(next() * word.length)
  const letter = LETTERS[Math.floor(next() * LETTERS.length)]!
  switch (kind) {
    case 'missing':
      return word.slice(0, at) + word.slice(at + 1)
    case 'extra':
      return word.slice(0, at) + letter + word.slice(at)
    case 'wrong':
      return word.slice(0, at) + letter + word.slice(at + 1)
    case 'swapped':
      return (
        word.slice(0, at) +
        word
          .slice(at, at + 2)
          .split('')
          .reverse()
          .join('') +
        word.slice(at + 2)
      )
    default:
      return kind satisfies never
  }
}
