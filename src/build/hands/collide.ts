import { chains, fingerNames, type Joints } from './bend-hand.ts'
import { bindJoints, jointNames, points, weights } from './hand-mesh.ts'
import { add, distance, dot, scale, subtract, type Vector } from './vectors.ts'

/** A bone with flesh around it. */
interface Capsule {
  from: string
  to: string
  radius: number
}

const clamp = (x: number) => Math.min(1, Math.max(0, x))

/** The radius of a bone: the median distance of the mesh points that mostly follow it. */
const capsule = (from: string, to: string): Capsule => {
  const number = jointNames.indexOf(from)
  const a = bindJoints[from]!.at
  const bone = subtract(bindJoints[to]!.at, a)
  const distances = points.flatMap((v, i) => {
    const follows = weights[i]!.some(([joint, weight]) => joint === number && weight > 0.5)
    const share = dot(subtract(v, a), bone) / dot(bone, bone)
    return follows && share > 0.05 && share < 0.95 ? [distance(v, add(a, scale(bone, share)))] : []
  })
  distances.sort((x, y) => x - y)
  return { from, to, radius: distances[distances.length >> 1] ?? 0.8 }
}

const bones = (chain: string[], first: number) =>
  chain.slice(first, -1).map((from, i) => capsule(from, chain[first + i + 1]!))

const thumb = bones(chains.thumb, 0)
const fingers = fingerNames.flatMap(finger => bones(chains[finger], 1))
const palm = fingerNames.map(finger => {
  const { radius, ...ends } = capsule(chains[finger][0]!, chains[finger][1]!)
  return { ...ends, radius: radius * 0.85 }
})

/** The smallest distance between two line segments. */
const gap = (a: Vector, b: Vector, c: Vector, d: Vector): number => {
  const [u, v, r] = [subtract(b, a), subtract(d, c), subtract(a, c)]
  const [uu, vv, uv, ur, vr] = [dot(u, u), dot(v, v), dot(u, v), dot(u, r), dot(v, r)]
  const denominator = uu * vv - uv * uv
  let s = denominator > 1e-9 ? clamp((uv * vr - ur * vv) / denominator) : 0
  let t = (uv * s + vr) / vv
  if (t < 0 || t > 1) {
    t = clamp(t)
    s = clamp((t * uv - ur) / uu)
  }
  return distance(add(a, scale(u, s)), add(c, scale(v, t)))
}

/** Depth of the thumb inside fingers and palm, as a sum of squares. `slack`: share of a radius that may overlap. */
export const penetration = (joints: Joints, slack: number): number => {
  let sum = 0
  const meet = (one: Capsule, other: Capsule) => {
    const reach = (one.radius + other.radius) * (1 - slack)
    const near = gap(joints[one.from]!.at, joints[one.to]!.at, joints[other.from]!.at, joints[other.to]!.at)
    if (near < reach) sum += (reach - near) ** 2
  }
  for (const bone of thumb) for (const other of fingers) meet(bone, other)
  for (const other of palm) meet(thumb[2]!, other)
  return sum
}
