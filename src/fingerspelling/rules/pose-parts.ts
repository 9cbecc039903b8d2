import type { Finger, FingerName, Pose, ThumbAngles, Vector } from './pose.ts'

export const straight: Finger = [0, 2, 2]
export const spread = (degrees: number): Finger => [0, 2, 2, degrees]
export const fist = {
  index: [84, 102, 62, -3],
  middle: [84, 102, 62],
  ring: [82, 102, 62, 3],
  pinky: [82, 102, 62, 7],
} satisfies Record<FingerName, Finger>
export const { middle, ring, pinky } = fist

/** The thumb lies over the folded fingers. */
export const across = (x: number, y: number, z: number, towards: Vector = [-1, 0.25, 0.15]): Pose['thumb'] => ({
  goals: [
    { to: [x, y, z] },
    { direction: 'bone', towards, weight: 0.35 },
    { direction: 'nail', towards: [0.1, 0.25, 1], weight: 0.5 },
  ],
})
/** The tip of the thumb meets the tip of a finger. */
export const touching = (finger: FingerName, offset: Vector = [-0.1, -1.35, -0.2]): Pose['thumb'] => ({
  goals: [
    { to: { on: `${finger}-finger-tip`, offset } },
    { direction: 'nail', towards: [0.5, -0.2, 0.6], weight: 0.2 },
  ],
})
export const up: Pose['view'] = { yaw: 0 }
export const back: Pose['view'] = { yaw: 180 }
export const thumbOut: ThumbAngles = [-14, -4, 0, -6, -8]

export const one: Pose = { index: straight, middle, ring, pinky, thumb: across(-0.9, 2.7, 2.9), view: up }
export const two: Pose = {
  index: spread(10),
  middle: spread(-7),
  ring,
  pinky,
  thumb: across(-2, 2.6, 2.6),
  view: { yaw: 0, roll: -3 },
}
export const four: Pose = {
  index: spread(9),
  middle: spread(2),
  ring: spread(-5),
  pinky: spread(-10),
  thumb: across(-1.2, 0.6, -0.2, [-1, 0.35, 0]),
  view: back,
}
export const ringOfF: Pose = {
  index: [30, 80, 50, 12, -12],
  middle: [2, 4, 4, 2],
  ring: [0, 4, 4, -2],
  pinky: [-4, 4, 4, -6],
  thumb: { goals: [{ to: { on: 'index-finger-tip', offset: [-0.4, -1.2, -0.6] } }] },
  view: { yaw: 34 },
}
export const roundO: Pose = {
  index: [0, 0, 0, -6],
  middle: [0, 0, 0, -1],
  ring: [0, 0, 0, 7],
  pinky: [0, 0, 0, 16],
  tips: { index: [null, 3.2, 3.8], middle: [null, 3.2, 3.8], ring: [null, 3.1, 3.6], pinky: [null, 2.9, 3] },
  endFollows: 0.8,
  thumb: {
    goals: [
      { to: { on: 'index-finger-tip', offset: [0.5, -1.25, -0.5] } },
      { direction: 'nail', towards: [0.2, -1, 0.2], weight: 0.4 },
    ],
  },
  view: { yaw: 70, pitch: 3, shift: [-2, 0, 0] },
}
export const smallFingerUp: Pose = { ...fist, pinky: [0, 4, 4, 2], thumb: across(-0.9, 2.8, 2.9), view: up }
