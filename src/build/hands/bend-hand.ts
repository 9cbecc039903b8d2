import type { FingerName, Pose, ThumbAngles } from '../../fingerspelling/rules/pose.ts'
import { bindJoints, type Joint } from './hand-mesh.ts'
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

/** Share of the cupping of the palm that each finger takes. */
const cupShare: Record<FingerName, number> = { index: 0, middle: 0, ring: 0.5, pinky: 1 }

/** Joints of the hand in a pose, without the thumb. */
export const bendFingers = (pose: Pose): Joints => {
  const joints: Joints = { wrist: bindJoints.wrist! }
  for (const finger of fingerNames) {
    const [knuckle, middle, end, spread = 0, twist = 0] = pose[finger]
    const [palm, first, second, third, tip] = chains[finger] as [string, string, string, string, string]
    attach(joints, palm, 'wrist', aboutX(-(pose.cup ?? 0) * cupShare[finger]))
    attach(joints, first, palm, multiply(multiply(aboutY(spread), flex(first, knuckle)), aboutZ(twist)))
    attach(joints, second, first, flex(second, middle))
    attach(joints, third, second, flex(third, end))
    attach(joints, tip, third)
  }
  return joints
}

/** Adds the thumb to the joints of the fingers. */
export const bendThumb = (fingers: Joints, [bend, away, twist, knuckle, end]: ThumbAngles, stretch = 1): Joints => {
  const joints = { ...fingers }
  const [root, first, second, tip] = chains.thumb as [string, string, string, string]
  attach(joints, root, 'wrist', multiply(multiply(aboutY(away), aboutX(-bend)), aboutZ(twist)))
  attach(joints, first, root, flex(first, knuckle), stretch)
  attach(joints, second, first, flex(second, end), stretch)
  attach(joints, tip, second)
  return joints
}

/** A point fixed to a joint: to the little finger's side, dorsal, back along the bone, in centimetres. */
export const pointOn = ({ at, turn }: Joint, offset: Vector): Vector => add(at, rotate(offset, turn))
