import { numberPoses } from './number-poses.ts'
import type { Pose } from './pose.ts'
import {
  across,
  fist,
  middle,
  one,
  pinky,
  ring,
  ringOfF,
  roundO,
  smallFingerUp,
  spread,
  straight,
  two,
  up,
} from './pose-parts.ts'

/** Poses of the manual alphabet and of the numbers 0 to 9. The words for each are in `alphabet.ts`. */
export const poseTable: Record<string, Pose> = {
  A: {
    ...fist,
    thumb: {
      goals: [
        { to: [3.25, 4.1, 0.2] },
        { direction: 'bone', towards: [-0.05, 1, 0.1], weight: 0.8 },
        { direction: 'nail', towards: [0.8, 0, 0.55], weight: 0.5 },
      ],
    },
    view: { yaw: 12 },
  },
  B: {
    index: spread(-4.5),
    middle: spread(4),
    ring: spread(14.5),
    pinky: spread(21),
    thumb: {
      goals: [
        { to: [-1.2, 0.6, 0.2] },
        { direction: 'bone', towards: [-1, 0.5, 0.15] },
        { direction: 'nail', towards: [0.1, 0.1, 1], weight: 0.5 },
      ],
    },
    firmness: 1,
    thumbStart: [40, 30, 0, 20, 30],
    view: up,
  },
  C: {
    index: [46, 44, 30, -4],
    middle: [46, 44, 30],
    ring: [46, 44, 30, 5],
    pinky: [46, 42, 28, 10],
    thumb: {
      goals: [
        { to: [1, 0.4, 4.2] },
        { direction: 'bone', towards: [-0.1, 0.35, 1], weight: 0.6 },
        { direction: 'nail', towards: [0.2, -1, 0.1], weight: 0.6 },
      ],
    },
    view: { yaw: 72, pitch: 3, shift: [-2.5, 0, 0] },
  },
  D: {
    index: straight,
    middle: [0, 0, 0, 3],
    ring: [0, 0, 0, 8],
    pinky: [0, 0, 0, 14],
    tips: { middle: [null, 3.2, 2.7], ring: [null, 2.9, 2.5], pinky: [null, 2.5, 2] },
    thumb: {
      goals: [
        { to: { on: 'middle-finger-tip', offset: [0, -1.3, -0.5] } },
        { direction: 'nail', towards: [0.3, -0.9, 0.3], weight: 0.3 },
      ],
    },
    view: { yaw: 58, shift: [-1.5, 0, 0] },
  },
  E: {
    index: [62, 112, 70, -4],
    middle: [60, 112, 70],
    ring: [54, 114, 72, 5],
    pinky: [46, 114, 72, 11],
    thumb: {
      goals: [
        { to: [-2.6, 1.2, 1.5] },
        { direction: 'bone', towards: [-1, -0.1, 0.05], weight: 0.7 },
        { direction: 'nail', towards: [0.1, -0.2, 1], weight: 0.5 },
      ],
    },
    firmness: 2,
    view: { yaw: 4 },
  },
  F: ringOfF,
  G: {
    index: [10, 6, 4, 2],
    middle,
    ring,
    pinky,
    thumb: {
      goals: [
        { to: [3.5, 5.4, -0.6] },
        { direction: 'bone', towards: [-0.05, 1, -0.1] },
        { direction: 'nail', towards: [0.8, 0, -0.2], weight: 0.3 },
      ],
    },
    view: { yaw: 195, pitch: 24, roll: -92, forearm: { yaw: 195, roll: -55 }, shift: [-8, 6, 0], side: -45 },
  },
  H: {
    index: [4, 4, 4, -5],
    middle: [4, 4, 4, 5],
    ring,
    pinky,
    thumb: across(-1.8, 2.6, 2.6),
    view: { yaw: 190, pitch: 24, roll: -92, forearm: { yaw: 190, roll: -55 }, shift: [-8, 6, 0], side: -45 },
  },
  I: smallFingerUp,
  J: smallFingerUp,
  K: {
    index: [0, 4, 4, 8],
    middle: [40, 8, 6, -12],
    ring: [82, 102, 62, 1],
    pinky: [82, 102, 62, 6],
    thumb: {
      goals: [
        { to: { on: 'middle-finger-phalanx-proximal', offset: [-1.2, -1, -3.4] } },
        { direction: 'bone', towards: [-0.25, 1, 0.3], weight: 0.5 },
      ],
    },
    view: { yaw: -14 },
  },
  L: { index: straight, middle, ring, pinky, thumb: [-12, -14, 0, -6, -8], view: up },
  M: {
    index: [80, 66, 30, -4],
    middle: [80, 66, 30, 0],
    ring: [80, 66, 30, 4],
    pinky: [90, 106, 62, 4],
    stretch: 1.12,
    cup: 6,
    firmness: 0.1,
    thumb: {
      goals: [
        { of: 'thumb-phalanx-distal', to: [-2.6, 2.2, 0.5], weight: 0.3 },
        { to: [-3.75, 3.2, 2] },
        { direction: 'nail', towards: [0.2, 0.4, 1], weight: 0.4 },
      ],
    },
    view: up,
  },
  N: {
    index: [80, 68, 30, -4],
    middle: [80, 68, 30, 2],
    ring: [90, 106, 62, -1],
    pinky: [90, 106, 62, 5],
    stretch: 1.06,
    firmness: 0.1,
    thumb: {
      goals: [
        { of: 'thumb-phalanx-distal', to: [-0.8, 2.6, 0.7], weight: 0.3 },
        { to: [-1.75, 3.9, 2] },
        { direction: 'nail', towards: [0.2, 0.4, 1], weight: 0.4 },
      ],
    },
    view: up,
  },
  O: roundO,
  P: {
    index: [0, 4, 4, 5],
    middle: [62, 6, 6, -2],
    ring,
    pinky,
    thumb: {
      goals: [
        { to: { on: 'middle-finger-phalanx-intermediate', offset: [-0.7, -1.3, 1.2] } },
        { direction: 'bone', towards: [-0.2, 1, 0.5], weight: 0.3 },
      ],
    },
    view: {
      yaw: 120,
      roll: -112,
      towards: -55,
      forearm: { yaw: 120, roll: -70, towards: -55 },
      shift: [-4.5, 11, -4],
      side: 50,
    },
  },
  Q: {
    index: [14, 8, 6, 2],
    middle,
    ring,
    pinky,
    thumb: {
      goals: [
        { to: [3, 5.6, 1.4] },
        { direction: 'bone', towards: [-0.05, 1, 0.2] },
        { direction: 'nail', towards: [0.8, 0, -0.2], weight: 0.3 },
      ],
    },
    view: {
      yaw: 200,
      pitch: 18,
      roll: -170,
      forearm: { yaw: 200, roll: -127 },
      shift: [-2.2, 14.8, 0],
      side: -60,
    },
  },
  R: {
    index: [20, 6, 4, -12],
    middle: [0, 6, 4, 18],
    ring,
    pinky,
    thumb: across(-2, 2.4, 2.7),
    view: { yaw: -6 },
  },
  S: { ...fist, thumb: across(-1, 2.7, 3, [-1, 0.2, 0.1]), view: up },
  T: {
    index: [80, 76, 36, 7],
    middle: [88, 104, 62, -4],
    ring: [82, 102, 62, 1],
    pinky: [82, 102, 62, 6],
    firmness: 0.1,
    stretch: 1.04,
    thumb: {
      goals: [
        { of: 'thumb-phalanx-distal', to: [0.9, 3, 0.8], weight: 0.3 },
        { to: [0.3, 4.6, 2] },
        { direction: 'nail', towards: [0.2, 0.4, 1], weight: 0.4 },
      ],
    },
    view: up,
  },
  U: { index: spread(-5), middle: spread(6), ring, pinky, thumb: across(-2, 2.6, 2.6), view: { yaw: 0, roll: -3 } },
  V: two,
  W: {
    index: spread(10),
    middle: straight,
    ring: spread(-8),
    pinky: [74, 80, 40, 8],
    thumb: across(-3.4, 2.2, 1.8),
    view: up,
  },
  X: { index: [8, 84, 50], middle, ring, pinky, thumb: across(-0.9, 2.6, 2.9), view: { yaw: 50 } },
  Y: { ...fist, pinky: [0, 4, 4, -8], thumb: [-12, -12, 0, -4, -8], view: up },
  Z: one,
  ...numberPoses,
}
