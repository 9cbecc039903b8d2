import type { Character, SpelledLetter } from './spelling.ts'

/** Letters a second. */
export const paces = { slow: 1, medium: 2, fast: 4 } as const
export type Pace = keyof typeof paces

/** One step of the playback: the hand that is shown, and for how long. */
export interface Moment {
  /** Position of the letter in the word. */
  index: number
  character: Character | null
  /** Name of the drawing. */
  drawing: string | null
  /** The hand slides sideways: the same letter again. */
  slides: boolean
  milliseconds: number
}

/** Drawings of the letters that move, in order; the file numbers them from 0. */
const frameCounts: Partial<Record<Character, number>> = { J: 6, Z: 7 }

/** Names of the drawings that a word shows, still and moving. */
export const drawingsOf = (letters: SpelledLetter[]): string[] =>
  [true, false].flatMap(still => playbackOf(letters, 1, still)).flatMap(({ drawing }) => drawing ?? [])

/** The moments of a word at a pace. With `still`, moving letters show one drawing with an arrow, and nothing slides. */
export const playbackOf = (letters: SpelledLetter[], lettersPerSecond: number, still: boolean): Moment[] => {
  const milliseconds = Math.round(1000 / lettersPerSecond)
  return letters.flatMap(({ character, doubled }, index): Moment[] => {
    const count = (character && !still && frameCounts[character]) || 0
    if (count === 0) return [{ index, character, drawing: character, slides: doubled && !still, milliseconds }]
    // A moving letter takes as long as two others.
    return Array.from({ length: count }, (_, frame) => ({
      index,
      character,
      drawing: `${character}${frame}`,
      slides: false,
      milliseconds: Math.round((2 * milliseconds) / count),
    }))
  })
}
