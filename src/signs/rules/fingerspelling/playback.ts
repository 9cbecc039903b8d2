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
  /** Place of the fingertip in `wayOfZ`. */
  way: number
  /** The hand is on its way from another letter. */
  change: { from: Character; to: Character; share: number } | null
  milliseconds: number
}

/** Drawings of the letters that move, in order; the file numbers them from 0. Z is one drawing that moves. */
const frames: Partial<Record<Character, number[]>> = { J: [0, 1, 2, 3, 4], Z: [0, 0, 0, 0, 0, 0, 0] }

/** The way of the fingertip of Z, in centimetres from the centre of the picture. */
export const wayOfZ: [x: number, y: number][] = [
  [4, 8.5],
  [0.5, 8.5],
  [-3, 8.5],
  [0.5, 5.5],
  [4, 2.5],
  [0.5, 2.5],
  [-3, 2.5],
]

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
    const moves = (character && !still && frames[character]) || []
    const drawing = moves.length > 0 ? `${character}${moves[0]}` : character
    const moment = { index, character, drawing, slides: doubled && !still, way: 0, change: null }
    const shares = from && character ? SHARES : []
    const changes = shares.map(share => ({
      ...moment,
      change: { from: from!, to: character!, share },
      milliseconds: step,
    }))
    if (moves.length === 0) return [...changes, { ...moment, milliseconds: milliseconds - changes.length * step }]
    // A moving letter takes as long as two others.
    const moving = moves.map((frame, i) => ({
      ...moment,
      drawing: `${character}${frame}`,
      slides: false,
      way: character === 'Z' ? i : 0,
      milliseconds: Math.round((2 * milliseconds) / moves.length),
    }))
    return [...changes, ...moving]
  })
}
