import type { FingerName, Turn } from './pose.ts'

/** One moment of a moving letter: how the hand is turned, and where its fingertip is, from the centre of the picture. */
export interface Step {
  turn: Turn
  tip: `${FingerName}-finger-tip`
  at: [x: number, y: number]
}

const draws = (tip: Step['tip'], moments: [x: number, y: number, yaw: number, roll?: number][]): Step[] =>
  moments.map(([x, y, yaw, roll = 0]) => ({ turn: { yaw, roll }, tip, at: [x, y] }))

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
