/** Letters for an apostrophe that `name_words` keeps in a word, as in Kaʻahumanu. It drops the other apostrophes. */
const APOSTROPHE_LETTERS = ['ʻ', 'ʼ']
const isVowel = (letter = ''): boolean => /[aeiou]/.test(letter)

/**
 * Returns a query for `to_tsquery` that finds the names with words that begin so. A word is also found with an
 * apostrophe that is stored as a letter, or that `name_words` reads as a space.
 */
export const wordQuery = (words: string[]): string => words.map(word => `(${spellings(word).join(' | ')})`).join(' & ')

/** The okina stands between vowels or before the first, other apostrophes mostly after the first letter. */
const spellings = (word: string): string[] => {
  const places = [...word].flatMap((letter, i) =>
    i === 1 || (isVowel(letter) && (i === 0 || isVowel(word[i - 1]))) ? [i] : [],
  )
  const marked = APOSTROPHE_LETTERS.flatMap(mark =>
    places.flatMap(i => [i, ...places.filter(j => j > i)].map(j => withMarks(word, mark, [i, j]))),
  )
  const parted = places.filter(i => i > 0).map(i => `${word.slice(0, i)} <-> ${beginning(word.slice(i))}`)
  return [...[word, ...marked].map(text => `${text}:*`), ...parted]
}

const withMarks = (word: string, mark: string, places: number[]): string =>
  [...word].map((letter, i) => (places.includes(i) ? mark + letter : letter)).join('')

/** One letter begins too many words. */
const beginning = (letters: string): string => (letters.length > 1 ? `${letters}:*` : letters)
