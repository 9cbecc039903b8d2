import type { Character } from './spelling.ts'
import type { Vector } from './vectors.ts'

export type FingerName = 'index' | 'middle' | 'ring' | 'pinky'

/** Bend of knuckle, middle and end joint (0 is straight), and spread towards the thumb. All angles are in degrees. */
type Finger = [knuckle: number, middle: number, end: number, spread: number]

/** Bend of the thumb's root, away from the palm, twist, bend of its knuckle and end joint; how much longer it is. */
type Thumb = [bend: number, away: number, twist: number, knuckle: number, end: number, stretch: number]

/**
 * Turn of the hand for the viewer: about the upright axis, then tipped forward, then like a clock's hand, then about
 * the upright axis again.
 */
export type Turn = [yaw: number, pitch: number, roll: number, towards: number]

/**
 * A handshape of a right hand. Palm to the viewer and fingers up is the view without turns: x to the thumb, y to the
 * fingertips, z to the viewer, in centimetres from the wrist. `side` is the angle of the camera for the view from the
 * side.
 */
export interface Pose extends Record<FingerName, Finger> {
  thumb: Thumb
  turn: Turn
  forearm: Turn
  shift: Vector
  side: number
}

/**
 * Poses of the manual alphabet and of the numbers 0 to 9: index, middle, ring and little finger / thumb / turn / pitch
 * and roll of the forearm, if it is turned otherwise / shift / side. Zeros at the end of a part, and parts at the end,
 * are left out. The words for each are in `src/texts`.
 */
const table: Record<Character, string> = {
  A: '84 102 62 -3 / 84 102 62 0 / 82 102 62 3 / 82 102 62 7 / -13 7 38 60 7 / 12',
  B: '0 2 2 -4 / 0 2 2 4 / 0 2 2 15 / 0 2 2 21 / 25 32 6 61 47 / 0',
  C: '47 51 41 -6 / 46 53 43 -1 / 41 50 40 7 / 41 34 27 16 / -7 61 25 61 24 / 70 3 / / -2 0 0 / -40',
  D: '0 2 2 0 / 67 46 36 -1 / 60 47 38 7 / 53 41 33 16 / 12 52 28 60 20 / 62 3 / / -2 0 0 / -40',
  E: '62 112 70 -4 / 60 112 70 0 / 54 114 72 5 / 46 114 72 11 / 29 37 1 60 26 / 4',
  F: '30 80 50 12 / 2 4 4 2 / 0 4 4 -2 / -4 4 4 -6 / -3 -4 9 42 55 / 34 / / / 35',
  G: '10 6 4 2 / 84 102 62 0 / 82 102 62 3 / 82 102 62 7 / 0 -19 9 31 5 / 195 24 -92 / 0 -55 / -8 6 0 / -45',
  H: '4 4 4 -5 / 4 4 4 5 / 82 102 62 3 / 82 102 62 7 / 33 32 6 32 35 / 190 24 -92 / 0 -55 / -8 6 0 / -45',
  I: '84 102 62 -3 / 84 102 62 0 / 82 102 62 3 / 0 4 4 2 / 24 47 28 41 34 / 0',
  J: '84 102 62 -3 / 84 102 62 0 / 82 102 62 3 / 0 4 4 2 / 24 47 28 41 34 / 0',
  K: '0 4 4 8 / 40 8 6 -12 / 82 102 62 1 / 82 102 62 6 / 37 -22 3 13 3 / -14',
  L: '0 2 2 0 / 84 102 62 0 / 82 102 62 3 / 82 102 62 7 / -12 -14 0 -6 -8 / 0',
  M: '72 76 22 0 / 72 76 22 0 / 72 76 22 0 / 88 102 62 7 / 37 49 8 55 6 1.1 / 0',
  N: '72 76 22 0 / 72 76 22 0 / 82 102 62 3 / 82 102 62 7 / 33 43 17 44 19 / 0',
  O: '67 45 36 -6 / 67 46 36 -1 / 60 47 38 7 / 53 41 33 16 / -4 36 17 60 37 / 70 3 / / -2 0 0 / -40',
  P: '0 4 4 5 / 62 6 6 -2 / 82 102 62 3 / 82 102 62 7 / 33 -18 8 12 0 / 120 0 -110 -28 / 0 -70 / -5.5 11.3 -4 / 50',
  Q: '14 8 6 2 / 84 102 62 0 / 82 102 62 3 / 82 102 62 7 / 20 -5 -5 5 7 / 200 18 -170 / 0 -127 / -2.2 14.8 0 / -60',
  R: '20 6 4 -12 / 0 6 4 18 / 82 102 62 3 / 82 102 62 7 / 33 35 5 35 32 / -6',
  S: '84 102 62 -3 / 84 102 62 0 / 82 102 62 3 / 82 102 62 7 / 23 46 25 42 34 / 0',
  T: '80 76 36 7 / 88 104 62 -4 / 82 102 62 1 / 82 102 62 6 / 18 17 29 50 -1 1.04 / 0',
  U: '0 2 2 -5 / 0 2 2 6 / 82 102 62 3 / 82 102 62 7 / 36 33 5 29 34 / 0 0 -3',
  V: '0 2 2 10 / 0 2 2 -7 / 82 102 62 3 / 82 102 62 7 / 36 33 5 29 34 / 0 0 -3',
  W: '0 2 2 10 / 0 2 2 0 / 0 2 2 -8 / 74 80 40 8 / 48 38 2 25 25 / 0',
  X: '8 84 50 0 / 84 102 62 0 / 82 102 62 3 / 82 102 62 7 / 23 30 6 35 41 / 50',
  Y: '84 102 62 -3 / 84 102 62 0 / 82 102 62 3 / 0 4 4 -8 / -12 -12 0 -4 -8 / 0',
  Z: '0 2 2 0 / 84 102 62 0 / 82 102 62 3 / 82 102 62 7 / 26 31 8 31 42 / 0',
  0: '67 45 36 -6 / 67 46 36 -1 / 60 47 38 7 / 53 41 33 16 / -4 36 17 60 37 / 70 3 / / -2 0 0 / -40',
  1: '0 2 2 0 / 84 102 62 0 / 82 102 62 3 / 82 102 62 7 / 26 31 8 31 42 / 180',
  2: '0 2 2 10 / 0 2 2 -7 / 82 102 62 3 / 82 102 62 7 / 36 33 5 29 34 / 180',
  3: '0 2 2 10 / 0 2 2 -7 / 82 102 62 3 / 82 102 62 7 / -14 -4 0 -6 -8 / 180',
  4: '0 2 2 9 / 0 2 2 2 / 0 2 2 -5 / 0 2 2 -10 / 26 10 0 61 81 / 180',
  5: '0 2 2 9 / 0 2 2 2 / 0 2 2 -5 / 0 2 2 -10 / -14 -4 0 -6 -8 / 180',
  6: '0 2 2 9 / 0 2 2 0 / 0 2 2 -8 / 70 70 35 12 / 27 60 -17 61 57 / 10',
  7: '0 2 2 7 / 0 2 2 0 / 52 66 40 4 / 2 6 6 -8 / 18 30 6 60 33 / 38 / / / 35',
  8: '0 2 2 8 / 40 78 46 2 / 2 4 4 -3 / -2 4 4 -9 / 12 16 24 60 25 / 42 / / / 35',
  9: '30 80 50 12 / 2 4 4 2 / 0 4 4 -2 / -4 4 4 -6 / -3 -4 9 42 55 / 34 / / / 35',
}

/** The numbers of a pose, so that a hand between two letters has the numbers between theirs. */
const numbersOf = (character: Character): number[] => {
  const [index, middle, ring, pinky, thumb, turn, forearm, shift, side] = table[character]
    .split('/')
    .map(part => part.trim().split(' ').filter(Boolean).map(Number))
  const filled = (part: number[] | undefined, length: number, instead: number[] = []) =>
    Array.from({ length }, (_, i) => part?.[i] ?? instead[i] ?? 0)
  return [
    ...[index, middle, ring, pinky].flatMap(finger => filled(finger, 4)),
    ...filled(thumb, 6, [0, 0, 0, 0, 0, 1]),
    ...filled(turn, 4),
    ...filled(forearm?.length ? forearm : turn?.slice(1), 2),
    ...filled(shift, 3),
    side?.[0] ?? 70,
  ]
}

/** The hand on its way from one letter to another; of one letter, without a share. */
export const poseOf = (from: Character, to = from, share = 0): Pose => {
  const end = numbersOf(to)
  const n = numbersOf(from).map((number, i) => number + (end[i]! - number) * share)
  const finger = (at: number) => n.slice(at, at + 4) as Finger
  const turn = n.slice(22, 26) as Turn
  return {
    index: finger(0),
    middle: finger(4),
    ring: finger(8),
    pinky: finger(12),
    thumb: n.slice(16, 22) as Thumb,
    turn,
    forearm: [turn[0], n[26]!, n[27]!, turn[3]],
    shift: n.slice(28, 31) as Vector,
    side: n[31]!,
  }
}

/** One moment of a moving letter: how the hand is turned, and where its fingertip is, from the centre of the picture. */
export interface Step {
  turn: Turn
  tip: `${FingerName}-finger-tip`
  at: [x: number, y: number]
}

const draws = (tip: Step['tip'], moments: [x: number, y: number, yaw: number, roll?: number][]): Step[] =>
  moments.map(([x, y, yaw, roll = 0]) => ({ turn: [yaw, 0, roll, 0], tip, at: [x, y] }))

/** The signer draws J and Z in the air as they are written, so the viewer sees them mirrored. */
export const motions: Record<'J' | 'Z', Step[]> = {
  J: draws('pinky-finger-tip', [
    [-4, 7, 0],
    [-4, 4, 10],
    [-3.6, 1.6, 40],
    [-2, 0.4, 85],
    [0, 0.9, 130],
    [1.2, 2.8, 165],
  ]),
  Z: draws('index-finger-tip', [
    [4, 8.5, 0],
    [0.5, 8.5, 0],
    [-3, 8.5, 0],
    [0.5, 5.5, 0],
    [4, 2.5, 0],
    [0.5, 2.5, 0],
    [-3, 2.5, 0],
  ]),
}
