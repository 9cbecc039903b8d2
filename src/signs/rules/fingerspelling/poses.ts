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

/**
 * Turn of the hand for the viewer: about the upright axis, then tipped forward, then like a clock's hand, then about
 * the upright axis again.
 */
export interface Turn {
  yaw: number
  pitch?: number
  roll?: number
  towards?: number
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
  /** `side` is the angle of the camera for the view from the side, if the sleeve would hide the hand. */
  view: Turn & { forearm?: Turn; shift?: Vector; side?: number }
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
const touching = (finger: FingerName, offset: Vector = [-0.1, -1.35, -0.2]): Pose['thumb'] => ({
  goals: [
    { to: { on: `${finger}-finger-tip`, offset } },
    { direction: 'nail', towards: [0.5, -0.2, 0.6], weight: 0.2 },
  ],
})
export const up: Pose['view'] = { yaw: 0 }
const back: Pose['view'] = { yaw: 180 }
const thumbOut: ThumbAngles = [-14, -4, 0, -6, -8]

export const one: Pose = { index: straight, middle, ring, pinky, thumb: across(-0.9, 2.7, 2.9), view: up }
export const two: Pose = {
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

/** Poses of the numbers 0 to 9. */
export const numberPoses: Record<string, Pose> = {
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
