import { typoKeys } from './dictionary.ts'
import { soundKey } from './sound-key.ts'

/** Lists what a misspelled search may mean by a term: its first word, and its first two as one: 'tankyou' is 'thank you'. */
export const guessedWords = (text: string): string[] => {
  const [first = '', second] = text.split(' ', 2)
  return second ? [first, `${first} ${second}`] : [first]
}

/** Returns the keys by which a misspelled search finds a word, or two words written as one. */
export const slipsOf = (word: string): { key: string; word: string }[] => {
  const sound = soundKey(word.replace(' ', ''))
  const keys = word.includes(' ') ? [] : typoKeys(word)
  return [...keys, ...(sound ? [sound] : [])].map(key => ({ key, word }))
}
