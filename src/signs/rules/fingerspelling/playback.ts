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
  /** The hand is on its way from another letter. */
  change: { from: Character; to: Character; share: number } | null
  milliseconds: number
}

/** Drawings of the letters that move, in order; the file numbers them from 0. */
const frameCounts: Partial<Record<Character, number>> = { J: 6, Z: 7 }

/** Names of the drawings that a word shows, still and moving. */
export const drawingsOf = (letters: SpelledLetter[]): string[] =>
  [true, false].flatMap(still => playbackOf(letters, 1, still)).flatMap(({ drawing }) => drawing ?? [])

/** Shares of the way from letter to letter at which the hand is shown, and how long each is, at most. */
const SHARES = [0.25, 0.5, 0.75]
const CHANGE = 60

/**
 * The moments of a word at a pace. With `still`, moving letters show one drawing with an arrow, nothing slides, and the
 * hand is not shown between letters.
 */
export const playbackOf = (letters: SpelledLetter[], lettersPerSecond: number, still: boolean): Moment[] => {
  const milliseconds = Math.round(1000 / lettersPerSecond)
  return letters.flatMap(({ character, doubled }, index): Moment[] => {
    const from = still || doubled ? null : letters[index - 1]?.character
    const step = Math.min(CHANGE, Math.round(milliseconds / 8))
    const moment = { index, character, slides: doubled && !still, change: null }
    const changes =
      from && character
        ? SHARES.map(share => ({
            ...moment,
            drawing: character,
            change: { from, to: character, share },
            milliseconds: step,
          }))
        : []
    const count = (character && !still && frameCounts[character]) || 0
    if (count === 0)
      return [...changes, { ...moment, drawing: character, milliseconds: milliseconds - changes.length * step }]
    // A moving letter takes as long as two others.
    const frames = Array.from({ length: count }, (_, frame) => ({
      ...moment,
      drawing: `${character}${frame}`,
      slides: false,
      milliseconds: Math.round((2 * milliseconds) / count),
    }))
    return [...changes, ...frames]
  })
}
