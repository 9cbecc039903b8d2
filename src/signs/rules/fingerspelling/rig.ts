import type { FingerName, Pose, Turn } from './poses.ts'
import {
  aboutX,
  aboutY,
  aboutZ,
  add,
  conjugate,
  multiply,
  type Quaternion,
  rotate,
  scale,
  subtract,
  type Vector,
} from './vectors.ts'

/** A joint's place in centimetres and its turn. Along a bone is −z, the back of the hand +y. */
interface Joint {
  at: Vector
  turn: Quaternion
}

/** The joints of the flat hand, as src/build/hands/hand.glb has them: place, then turn. */
const flat = {
  wrist: '-0.92 -5.58 -3.91 0 0.7071 -0.7071 0',
  'thumb-metacarpal': '1.89 -1.98 -2 0.71 0.4764 -0.4862 0.1803',
  'thumb-phalanx-proximal': '3.58 0.34 -0.48 0.6406 0.4767 -0.5909 0.1148',
  'thumb-phalanx-distal': '5.78 2.73 0.46 0.7194 0.3914 -0.5656 0.0964',
  'thumb-tip': '6.87 3.59 0.98 0.7221 0.3948 -0.5607 0.091',
  'index-finger-metacarpal': '0.1 -2.66 -3.21 0.0592 0.7086 -0.7025 -0.0295',
  'index-finger-phalanx-proximal': '1.44 3.28 -3.18 0.0168 0.7393 -0.6726 0.028',
  'index-finger-phalanx-intermediate': '1.29 7.8 -2.86 -0.0153 0.7389 -0.6734 0.021',
  'index-finger-phalanx-distal': '1.15 10.21 -2.64 -0.0416 0.6864 -0.7253 0.0314',
  'index-finger-tip': '1.03 11.36 -2.7 -0.05 0.6863 -0.7246 0.0385',
  'middle-finger-metacarpal': '-0.57 -2.67 -3.31 -0.0248 0.71 -0.7016 -0.0562',
  'middle-finger-phalanx-proximal': '-0.74 3.59 -3.66 -0.0415 0.7427 -0.6677 0.0283',
  'middle-finger-phalanx-intermediate': '-1.18 8.23 -3.21 -0.0626 0.738 -0.6708 0.0366',
  'middle-finger-phalanx-distal': '-1.48 10.96 -2.93 -0.081 0.6705 -0.7373 0.0142',
  'middle-finger-tip': '-1.65 12.16 -3.04 -0.0782 0.6713 -0.737 0.0081',
  'ring-finger-metacarpal': '-1.73 -2.88 -3.31 -0.1364 0.7081 -0.6915 -0.0424',
  'ring-finger-phalanx-proximal': '-2.66 2.89 -3.26 -0.1199 0.7372 -0.6633 0.047',
  'ring-finger-phalanx-intermediate': '-3.59 7.05 -2.82 -0.1584 0.7335 -0.6599 0.0387',
  'ring-finger-phalanx-distal': '-4.23 9.61 -2.5 -0.132 0.718 -0.6834 0.0064',
  'ring-finger-tip': '-4.47 10.78 -2.42 -0.1342 0.7187 -0.6822 0.0035',
  'pinky-finger-metacarpal': '-3.22 -2.17 -2.97 -0.243 0.703 -0.6663 -0.0533',
  'pinky-finger-phalanx-proximal': '-4.42 1.81 -2.54 -0.1664 0.7372 -0.6549 -0.0046',
  'pinky-finger-phalanx-intermediate': '-5.15 5.16 -2.1 -0.2288 0.7181 -0.6571 0.0115',
  'pinky-finger-phalanx-distal': '-5.81 7.06 -1.82 -0.1945 0.7028 -0.684 -0.0178',
  'pinky-finger-tip': '-6.11 8.21 -1.74 -0.2157 0.7032 -0.6775 0.0013',
}

export const bindJoints: Joints = Object.fromEntries(
  Object.entries(flat).map(([name, numbers]) => {
    const [x, y, z, ...turn] = numbers.split(' ').map(Number) as [number, number, number, ...Quaternion]
    return [name, { at: [x, y, z], turn }]
  }),
)

export type Joints = Record<string, Joint>

export const fingerNames: FingerName[] = ['index', 'middle', 'ring', 'pinky']

const parts = ['metacarpal', 'phalanx-proximal', 'phalanx-intermediate', 'phalanx-distal', 'tip']

/** The joints of each finger from wrist to tip. The thumb has one bone less. */
export const chains = {
  ...(Object.fromEntries(fingerNames.map(finger => [finger, parts.map(part => `${finger}-finger-${part}`)])) as Record<
    FingerName,
    string[]
  >),
  thumb: parts.filter(part => part !== 'phalanx-intermediate').map(part => `thumb-${part}`),
}

/** Place and turn of each joint as seen from the joint before it. The file has them all side by side. */
const local: Joints = {}
/** Bend of each joint in the flat hand. It is subtracted, so that 0 means straight. */
const restBend: Record<string, number> = {}
for (const chain of Object.values(chains)) {
  chain.forEach((name, i) => {
    const before = bindJoints[chain[i - 1] ?? 'wrist']!
    const own = bindJoints[name]!
    const back = conjugate(before.turn)
    local[name] = { at: rotate(subtract(own.at, before.at), back), turn: multiply(back, own.turn) }
    const along = rotate([0, 0, -1], local[name].turn)
    restBend[name] = (Math.atan2(-along[1], -along[2]) * 180) / Math.PI
  })
}

const attach = (joints: Joints, name: string, before: string, bend?: Quaternion, stretch = 1) => {
  const base = joints[before]!
  const { at, turn } = local[name]!
  const straight = multiply(base.turn, turn)
  joints[name] = {
    at: add(base.at, scale(rotate(at, base.turn), stretch)),
    turn: bend ? multiply(straight, bend) : straight,
  }
}

const flex = (name: string, degrees: number) => aboutX(restBend[name]! - degrees)

/** Joints of the hand in a pose. */
export const jointsOf = (pose: Pose): Joints => {
  const joints: Joints = { wrist: bindJoints.wrist! }
  for (const finger of fingerNames) {
    const [knuckle, middle, end, spread] = pose[finger]
    const [palm, first, second, third, tip] = chains[finger] as [string, string, string, string, string]
    attach(joints, palm, 'wrist')
    attach(joints, first, palm, multiply(aboutY(spread), flex(first, knuckle)))
    attach(joints, second, first, flex(second, middle))
    attach(joints, third, second, flex(third, end))
    attach(joints, tip, third)
  }
  const [bend, away, twist, knuckle, end, stretch] = pose.thumb
  const [root, first, second, tip] = chains.thumb as [string, string, string, string]
  attach(joints, root, 'wrist', multiply(multiply(aboutY(away), aboutX(-bend)), aboutZ(twist)))
  attach(joints, first, root, flex(first, knuckle), stretch)
  attach(joints, second, first, flex(second, end), stretch)
  attach(joints, tip, second)
  return joints
}

/** A point fixed to a joint: to the little finger's side, dorsal, back along the bone, in centimetres. */
export const pointOn = ({ at, turn }: Joint, offset: Vector): Vector => add(at, rotate(offset, turn))

export const turnOf = ([yaw, pitch, roll, towards]: Turn): Quaternion =>
  multiply(aboutY(towards), multiply(aboutZ(roll), multiply(aboutX(pitch), aboutY(yaw))))

/** The point that the camera looks at, its distance, and the width of the window it sees, in centimetres. */
export const CENTRE: Vector = [0, 8.3, 0]
export const CAMERA = 70
export const WINDOW = 23
/** Width and height of a drawing. */
export const DRAWING = 1024
