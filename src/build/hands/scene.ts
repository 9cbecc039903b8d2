import type { Pose, Step } from '#src/signs/rules/fingerspelling/poses.ts'
import {
  bindJoints,
  CENTRE,
  chains,
  fingerNames,
  type Joints,
  jointsOf,
  turnOf,
} from '#src/signs/rules/fingerspelling/rig.ts'
import {
  aboutY,
  add,
  between,
  conjugate,
  dot,
  normalize,
  type Quaternion,
  rotate,
  scale,
  subtract,
  type Vector,
} from '#src/signs/rules/fingerspelling/vectors.ts'
import { jointNames, points, skinHand, triangles, weights } from './hand-mesh.ts'

/** New points as weighted sums of old ones, and the new triangles. */
interface Subdivision {
  sums: [from: number, weight: number][][]
  triangles: [number, number, number][]
}

/** One step of Loop subdivision of a closed mesh: each triangle becomes four, and edges get rounder. */
const subdivide = (pointCount: number, triangles: [number, number, number][]): Subdivision => {
  const edges = new Map<string, { ends: [number, number]; across: number[]; index: number }>()
  const neighbours = Array.from({ length: pointCount }, () => new Set<number>())
  const edgeOf = (a: number, b: number) => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`
    const edge = edges.get(key) ?? { ends: [a, b], across: [], index: 0 }
    edges.set(key, edge)
    return edge
  }
  for (const [a, b, c] of triangles)
    for (const [from, to, opposite] of [
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ] as const) {
      neighbours[from]!.add(to)
      neighbours[to]!.add(from)
      edgeOf(from, to).across.push(opposite)
    }
  const sums: Subdivision['sums'] = neighbours.map((near, i) => {
    const weight = near.size === 3 ? 3 / 16 : 3 / (8 * near.size)
    return [[i, 1 - near.size * weight], ...[...near].map((k): [number, number] => [k, weight])]
  })
  for (const edge of edges.values()) {
    const isInner = edge.across.length === 2
    edge.index = sums.length
    sums.push([
      ...edge.ends.map((end): [number, number] => [end, isInner ? 0.375 : 0.5]),
      ...(isInner ? edge.across.map((opposite): [number, number] => [opposite, 0.125]) : []),
    ])
  }
  return {
    sums,
    triangles: triangles.flatMap(([a, b, c]): [number, number, number][] => {
      const [ab, bc, ca] = [edgeOf(a, b).index, edgeOf(b, c).index, edgeOf(c, a).index]
      return [
        [a, ab, ca],
        [ab, b, bc],
        [ca, bc, c],
        [ab, bc, ca],
      ]
    }),
  }
}

/** Values of the new points, with a number of values for each point. */
const applySums = (sums: Subdivision['sums'], values: Float32Array, width: number): Float32Array => {
  const result = new Float32Array(sums.length * width)
  sums.forEach((sum, i) => {
    for (const [from, weight] of sum)
      for (let k = 0; k < width; k++) result[i * width + k]! += weight * values[from * width + k]!
  })
  return result
}

/** Numbers of the parts to which the points of the surface belong. */
export const PALM = 0
export const SLEEVE = 6

/** A smooth surface ready to draw: the hand and its sleeve, as the camera sees it. */
export interface Surface {
  points: Float32Array
  triangles: Uint32Array
  /** Part of each point: palm 0, thumb 1, fingers 2 to 5, sleeve 6. */
  part: Uint8Array
  /** The same points of the flat hand, which say where nails and creases are. */
  flat: Float32Array
  /** Fingers whose middle joint is bent, which stretches the creases there away. */
  folded: boolean[]
}

const first = subdivide(points.length, triangles)
const second = subdivide(first.sums.length, first.triangles)
const smooth = (values: Float32Array, width: number) =>
  applySums(second.sums, applySums(first.sums, values, width), width)
const handPoints = second.sums.length
const vectorAt = (flat: Float32Array, i: number): Vector => [flat[i * 3]!, flat[i * 3 + 1]!, flat[i * 3 + 2]!]

const jointWeights = new Float32Array(points.length * jointNames.length)
weights.forEach((own, i) => {
  for (const [joint, weight] of own) jointWeights[i * jointNames.length + joint] = weight
})
const smoothWeights = smooth(jointWeights, jointNames.length)
const flatHand = smooth(new Float32Array(points.flat()), 3)

const partNames = ['thumb', 'index', 'middle', 'ring', 'pinky']
const partOfJoint = jointNames.map(name =>
  /metacarpal|wrist/.test(name) ? PALM : partNames.findIndex(part => name.startsWith(part)) + 1,
)
const weightOf = (i: number, joint: number) => smoothWeights[i * jointNames.length + joint]!
const handPart = Uint8Array.from(
  { length: handPoints },
  (_, i) =>
    partOfJoint[jointNames.reduce((best, _name, joint) => (weightOf(i, joint) > weightOf(i, best) ? joint : best), 0)]!,
)
/** Weight by which each point follows the palm, which turns into the forearm. */
const palmWeight = Float32Array.from({ length: handPoints }, (_, i) =>
  jointNames.reduce((sum, name, joint) => (/wrist|metacarpal/.test(name) ? sum + weightOf(i, joint) : sum), 0),
)

/** Half width, half length and centre of the nails of thumb to little finger, in centimetres from the last joint. */
const nails: [number, number, number][] = [
  [0.62, 0.75, 1],
  [0.5, 0.62, 0.85],
  [0.52, 0.64, 0.9],
  [0.5, 0.62, 0.86],
  [0.42, 0.52, 0.75],
]
/** A point of the flat hand as seen from a joint: to the little finger's side, out of the back of the hand, to the wrist. */
const from = (joint: string, point: Vector, turn = joint): Vector =>
  rotate(subtract(point, bindJoints[joint]!.at), conjugate(bindJoints[turn]!.turn))

export type Mark = 'nail' | 'crease' | 'tendon'

/** Returns what is drawn on the skin at a point of the flat hand. */
export const markAt = (point: Vector, part: number, folded: boolean[]): Mark | null => {
  if (part > PALM) {
    const name = partNames[part - 1]!
    const [x, y, z] = from(part === 1 ? 'thumb-phalanx-distal' : `${name}-finger-phalanx-distal`, point)
    const [width, length, centre] = nails[part - 1]!
    if (y > 0.1 && Math.abs(x / width) ** 2.6 + Math.abs((-z - centre) / length) ** 2.6 < 1) return 'nail'
  }
  for (const [f, finger] of fingerNames.entries()) {
    const [palm, first, second] = chains[finger] as [string, string, string]
    const [x, y, z] = from(first, point, palm)
    if (y > 0.3) {
      const away = Math.hypot(x, z * 0.8)
      // An arc on the wrist's side of the knuckle, and the tendon below it, both thinner towards their ends.
      if (z > 0 && Math.abs(away - 0.75) < 0.12 * (1 - Math.abs(x) / 0.72)) return 'crease'
      if (z > 1.3 && z < 3.6 && Math.abs(x) < 0.09 * (1 - Math.abs(z - 2) / 1.6)) return 'tendon'
    }
    const [across, up, along] = from(second, point)
    if (!folded[f] && up > 0.2 && Math.abs(across) < 0.45)
      for (const line of [-0.16, 0.16])
        if (Math.abs(along - line * (1 - across * across)) < 0.055 * (1 - (across / 0.45) ** 2)) return 'crease'
  }
  return null
}

/** Height of each finger's knuckle over the flat hand. */
const bumps = fingerNames.map(finger => {
  const [palm, first] = chains[finger] as [string, string]
  return Float32Array.from({ length: handPoints }, (_, i) => {
    const [x, y, z] = from(first, vectorAt(flatHand, i), palm)
    return y > 0 ? Math.exp(-((x / 0.5) ** 2) - (z / 0.8) ** 2) : 0
  })
})

/** Raises the knuckles of a posed hand, more where they are bent. */
const raiseKnuckles = (posed: Float32Array, joints: Joints) =>
  fingerNames.forEach((finger, f) => {
    const [before, after] = chains[finger].slice(0, 2).map(name => rotate([0, 1, 0], joints[name]!.turn)) as [
      Vector,
      Vector,
    ]
    const height = 0.1 + 0.3 * (1 - dot(before, after))
    const [x, y, z] = scale(normalize(add(before, after)), height)
    bumps[f]!.forEach((share, i) => {
      posed[i * 3]! += x * share
      posed[i * 3 + 1]! += y * share
      posed[i * 3 + 2]! += z * share
    })
  })

/** A tube around the forearm, as rings from the wrist down: height and how much wider than the wrist. */
const rings: [number, number][] = [
  [-6.75, 0],
  [-6.62, 0.28],
  [-6.8, 0.5],
  [-7.3, 0.58],
  [-9.4, 0.66],
  [-15, 1.05],
]
const SIDES = 48
const sleevePoints = rings.flatMap(([y, wider]) =>
  Array.from({ length: SIDES }, (_, i): Vector => {
    const angle = (i / SIDES) * 2 * Math.PI
    return [-0.85 + (2.75 + wider) * Math.cos(angle), y, -3.7 + (2.15 + wider) * Math.sin(angle)]
  }),
)
const sleeveTriangles = rings.slice(1).flatMap((_, r) =>
  Array.from({ length: SIDES }, (_, i) => {
    const [a, b] = [r * SIDES + i, r * SIDES + ((i + 1) % SIDES)]
    return [a + SIDES, a, b, a + SIDES, b, b + SIDES]
  }).flat(),
)
/** Closes the far end, so that no view looks through the sleeve. */
const lastRing = (rings.length - 1) * SIDES
for (let i = 1; i < SIDES - 1; i++) sleeveTriangles.push(lastRing, lastRing + i + 1, lastRing + i)
const allTriangles = new Uint32Array([...second.triangles.flat(), ...sleeveTriangles.map(i => i + handPoints)])
const part = new Uint8Array([...handPart, ...sleevePoints.map(() => SLEEVE)])
const flat = new Float32Array([...flatHand, ...sleevePoints.flat()])

const ease = (x: number) => x * x * (3 - 2 * x)

/** Returns the position of the wrist that puts the fingertip of a step at its place. */
const wristOf = (joints: Joints, { tip, at }: Step, turn: Quaternion): Vector => {
  const [x, y] = rotate(subtract(joints[tip]!.at, bindJoints.wrist!.at), turn)
  return [at[0] - x, at[1] - y + CENTRE[1], 0]
}

/** Poses the hand and turns it for the viewer; the camera then goes around it by `around` degrees. */
export const poseSurface = (pose: Pose, around = 0, step?: Step): Surface => {
  const turn = turnOf(step?.turn ?? pose.turn)
  const forearm = step ? turn : turnOf(pose.forearm)
  const wrist = bindJoints.wrist!.at
  const joints = jointsOf(pose)
  const shift = step ? wristOf(joints, step, turn) : pose.shift
  const camera = aboutY(around)
  const shown = (point: Vector, by: Quaternion): Vector =>
    rotate(subtract(add(rotate(subtract(point, wrist), by), shift), CENTRE), camera)
  const posed = smooth(new Float32Array(skinHand(joints).flat()), 3)
  raiseKnuckles(posed, joints)
  const dorsal = (name: string) => rotate([0, 1, 0], joints[name]!.turn)
  const folded = fingerNames.map(finger => dot(dorsal(chains[finger][1]!), dorsal(chains[finger][2]!)) < 0.85)
  const hand = Array.from({ length: handPoints }, (_, i) => {
    const point = vectorAt(posed, i)
    const share = palmWeight[i]! > 0.5 ? ease(Math.min(1, Math.max(0, (-4.4 - point[1]) / 2.6))) : 0
    return shown(point, share > 0 ? between(turn, forearm, share) : turn)
  })
  const sleeve = sleevePoints.map(point => shown(point, forearm))
  return { points: new Float32Array([...hand, ...sleeve].flat()), triangles: allTriangles, part, flat, folded }
}
