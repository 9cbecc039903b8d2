import type { SpelledLetter } from './spelling.ts'

/** First names of many languages, for practice. */
export const drillNames =
  'Ana Ben Eva Ian Kim Leo Mia Zoe Amir Cleo Erik Jada Lucy Omar Quin Ruth Aisha Bruno Chloe Diego Grace Helen Jorge Kenji Layla Maria Xenia Yusuf Amelia Carmen Daniel Hannah Isabel Joseph Miguel Nadia Oliver Sofia Andreas Camille Francis Jessica Matthew Natalie Rebecca Vanessa Zachary Benjamin Caroline Fernando Jonathan Margaret Samantha Alejandro Elizabeth Frederick Katherine Christopher'.split(
    ' ',
  )

/** Letters whose hands learners mix up. */
const lookAlikes = ['ASTMNE', 'UVR', 'KP', 'GQ', 'D1']

/** Every group of three that mixes letters which look alike. */
export const lookAlikeWords: string[] = lookAlikes.flatMap(group => {
  const letters = [...group]
  return letters.flatMap(a => letters.flatMap(b => letters.map(c => a + b + c))).filter(word => new Set(word).size > 1)
})

/** Words that suit a drill: letters only, three to twelve of them, the shorter ones first. */
export const drillWords = (words: string[]): string[] =>
  [...new Set(words.filter(word => /^[A-Za-z]{3,12}$/.test(word)).map(word => word.toUpperCase()))].sort(
    (a, b) => a.length - b.length || a.localeCompare(b),
  )

/** After each three right answers in a row, words get a letter longer and the pace a little faster. */
const levelOf = (streak: number): number => Math.floor(streak / 3)

export const drillPace = (streak: number): number => Math.min(5, 1 + levelOf(streak) * 0.5)

/** Chooses the next word by a random number from 0 to 1: not the last one, and no longer than the streak allows. */
export const nextWord = (words: string[], streak: number, last: string, random: number): string | null => {
  const shortest = words[0]?.length ?? 0
  const most = shortest + 1 + levelOf(streak)
  const fitting = words.filter(word => word.length <= most && word !== last)
  const chosen = fitting.length > 0 ? fitting : words
  return chosen[Math.min(chosen.length - 1, Math.floor(random * chosen.length))] ?? null
}

/** A letter that was spelled and the one that was typed for it; null where one is missing. */
export interface Compared {
  spelled: string | null
  typed: string | null
}

/** Aligns what was typed with what was spelled, with the fewest differences. */
export const compareSpelling = (letters: SpelledLetter[], typedLetters: SpelledLetter[]): Compared[] => {
  const [spelled, typed] = [letters, typedLetters].map(list => list.flatMap(({ character }) => character ?? []))
  const [m, n] = [spelled!.length, typed!.length]
  // costs[i][j]: fewest differences between the rest of the word from i and the rest of the answer from j.
  const costs = Array.from({ length: m + 1 }, (_, i) =>
    Array.from({ length: n + 1 }, (_, j) => (i === m ? n - j : j === n ? m - i : 0)),
  )
  const cost = (i: number, j: number) => costs[i]?.[j] ?? Number.POSITIVE_INFINITY
  const both = (i: number, j: number) => cost(i + 1, j + 1) + (spelled![i] === typed![j] ? 0 : 1)
  for (let i = m - 1; i >= 0; i--)
    for (let j = n - 1; j >= 0; j--) costs[i]![j] = Math.min(both(i, j), cost(i + 1, j) + 1, cost(i, j + 1) + 1)
  const pairs: Compared[] = []
  for (let i = 0, j = 0; i < m || j < n; ) {
    const isPair = i < m && j < n && cost(i, j) === both(i, j)
    const isMissing = !isPair && i < m && cost(i, j) === cost(i + 1, j) + 1
    pairs.push({ spelled: isPair || isMissing ? spelled![i]! : null, typed: isMissing ? null : (typed![j] ?? null) })
    if (isPair || isMissing) i++
    if (!isMissing) j++
  }
  return pairs
}
