/** Normalizes to lower-case letters and digits with single spaces: no accents, apostrophes or punctuation. */
export const normalize = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'\u2018\u2019]/gu, '')
    .toLowerCase()
    .replace(/(\d),(?=\d{3})/g, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Returns the words of a typed text, at most eight. */
export const wordsOf = (text: string): string[] => normalize(text).split(' ').filter(Boolean).slice(0, MOST_WORDS)
const MOST_WORDS = 8
