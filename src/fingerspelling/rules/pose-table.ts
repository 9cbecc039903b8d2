type Vector = [x: number, y: number, z: number]

export type FingerName = 'index' | 'middle' | 'ring' | 'pinky'

/** Bend of knuckle, middle and end joint (0 is straight), spread towards the thumb, twist. In degrees. */
export type Finger = [knuckle: number, middle: number, end: number, spread?: number, twist?: number]

/** Bend of the thumb's root, away from the palm, twist, bend of its knuckle and end joint. In degrees. */
export type ThumbAngles = [bend: number, away: number, twist: number, knuckle: number, end: number]

/** Goal for the thumb: a joint of it at a point, or its last bone or nail facing a direction. */
export type ThumbGoal =
  | { of?: 'thumb-tip' | 'thumb-phalanx-distal'; to: Vector | { on: string; offset: Vector }; weight?: number }
  | { of?: 'thumb-phalanx-distal'; direction: 'bone' | 'nail'; towards: Vector; weight?: number }

/** Turn of the hand for the viewer: about the upright axis, then tipped forward, then like a clock's hand. */
interface Turn {
  yaw: number
  pitch?: number
  roll?: number
}

/**
 * A handshape of a right hand. Palm to the viewer and fingers up is the view without turns: x to the thumb, y to the
 * fingertips, z to the viewer, in centimetres from the middle of the palm.
 */
export interface Pose extends Record<FingerName, Finger> {
  thumb: ThumbAngles | { goals: ThumbGoal[] }
  /** Angles from which the search for the thumb starts. */
  thumbStart?: ThumbAngles
  /** Makes the thumb longer: the mesh is a slim hand. */
  stretch?: number
  /** Penalty for a thumb inside the fingers, and the share of a radius that may overlap. */
  firmness?: number
  slack?: number
  /** Bends the palm on the side of the little finger. */
  cup?: number
  /** Goals of fingertips, and the share of the middle joint's bend that the end joint takes. */
  tips?: Partial<Record<FingerName, [x: number | null, y: number, z: number]>>
  endFollows?: number
  view: Turn & { forearm?: Turn; shift?: Vector }
}

const straight: Finger = [0, 2, 2]
const spread = (degrees: number): Finger => [0, 2, 2, degrees]
const fist = {
  index: [84, 102, 62, -3],
  middle: [84, 102, 62],
  ring: [82, 102, 62, 3],
  pinky: [82, 102, 62, 7],
} satisfies Record<FingerName, Finger>
const { middle, ring, pinky } = fist

/** The thumb lies over the folded fingers. */
const across = (x: number, y: number, z: number, towards: Vector = [-1, 0.25, 0.15]): Pose['thumb'] => ({
  goals: [
    { to: [x, y, z] },
    { direction: 'bone', towards, weight: 0.35 },
    { direction: 'nail', towards: [0.1, 0.25, 1], weight: 0.5 },
  ],
})
/** The tip of the thumb meets the tip of a finger. */
const touching = (finger: FingerName, offset: Vector = [-0.1, -1.35, -0.2]): Pose['thumb'] => ({
  goals: [
    { to: { on: `${finger}-finger-tip`, offset } },
    { direction: 'nail', towards: [0.5, -0.2, 0.6], weight: 0.2 },
  ],
})
const up: Pose['view'] = { yaw: 0 }
const back: Pose['view'] = { yaw: 180 }
const thumbOut: ThumbAngles = [-14, -4, 0, -6, -8]

const one: Pose = { index: straight, middle, ring, pinky, thumb: across(-0.9, 2.7, 2.9), view: up }
const two: Pose = {
  index: spread(10),
  middle: spread(-7),
  ring,
  pinky,
  thumb: across(-2, 2.6, 2.6),
  view: { yaw: 0, roll: -3 },
}
const four: Pose = {
  index: spread(9),
  middle: spread(2),
  ring: spread(-5),
  pinky: spread(-10),
  thumb: across(-1.2, 0.6, -0.2, [-1, 0.35, 0]),
  view: back,
}
const ringOfF: Pose = {
  index: [30, 80, 50, 12, -12],
  middle: [2, 4, 4, 2],
  ring: [0, 4, 4, -2],
  pinky: [-4, 4, 4, -6],
  thumb: { goals: [{ to: { on: 'index-finger-tip', offset: [-0.4, -1.2, -0.6] } }] },
  view: { yaw: 34 },
}
const roundO: Pose = {
  index: [0, 0, 0, -6],
  middle: [0, 0, 0, -1],
  ring: [0, 0, 0, 7],
  pinky: [0, 0, 0, 16],
  tips: { index: [null, 3.5, 3.2], middle: [null, 3.5, 3.2], ring: [null, 3.4, 3.1], pinky: [null, 3.2, 2.6] },
  thumb: {
    goals: [
      { to: { on: 'index-finger-tip', offset: [0.5, -1.25, -0.5] } },
      { direction: 'nail', towards: [0.2, -1, 0.2], weight: 0.4 },
    ],
  },
  view: { yaw: 70, pitch: 3, shift: [-2, 0, 0] },
}
const smallFingerUp: Pose = { ...fist, pinky: [0, 4, 4, 2], thumb: across(-0.9, 2.8, 2.9), view: up }

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
    index: spread(-3.5),
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
    index: [34, 50, 34, -4],
    middle: [34, 50, 34],
    ring: [34, 50, 34, 5],
    pinky: [34, 48, 32, 12],
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
    index: [60, 112, 70, -4],
    middle: [60, 112, 70],
    ring: [60, 112, 70, 5],
    pinky: [60, 110, 68, 11],
    thumb: {
      goals: [
        { to: [-2, 1.8, 1.6] },
        { direction: 'bone', towards: [-1, 0.12, 0.05], weight: 0.7 },
        { direction: 'nail', towards: [0.1, -0.1, 1], weight: 0.5 },
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
    view: { yaw: 195, pitch: 24, roll: -92, forearm: { yaw: 195, roll: -55 }, shift: [-8, 6, 0] },
  },
  H: {
    index: [4, 4, 4, -5],
    middle: [4, 4, 4, 5],
    ring,
    pinky,
    thumb: across(-1.8, 2.6, 2.6),
    view: { yaw: 190, pitch: 24, roll: -92, forearm: { yaw: 190, roll: -55 }, shift: [-8, 6, 0] },
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
    view: { yaw: 120, roll: -112, forearm: { yaw: 120, roll: -70 }, shift: [-7, 12, 0] },
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
    view: { yaw: 200, pitch: 18, roll: -160, forearm: { yaw: 200, roll: -115 }, shift: [-3, 14.5, 0] },
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
  0: roundO,
  1: { ...one, view: back },
  2: { ...two, view: back },
  3: { ...two, thumb: thumbOut, view: back },
  4: four,
  5: { ...four, thumb: thumbOut },
  6: {
    index: spread(9),
    middle: straight,
    ring: spread(-8),
    pinky: [56, 60, 36, 12],
    cup: 10,
    thumb: touching('pinky'),
    view: { yaw: 8 },
  },
  7: {
    index: spread(7),
    middle: straight,
    ring: [56, 62, 38, 6],
    pinky: [2, 6, 6, -8],
    thumb: touching('ring'),
    view: { yaw: 22 },
  },
  8: {
    index: spread(8),
    middle: [46, 62, 40, 2],
    ring: [2, 4, 4, -3],
    pinky: [-2, 4, 4, -9],
    thumb: touching('middle'),
    view: { yaw: 26 },
  },
  9: ringOfF,
}

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
