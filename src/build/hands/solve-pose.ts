import type { Finger, FingerName, Pose, ThumbAngles, ThumbGoal } from '#src/signs/rules/fingerspelling/poses.ts'
import {
  bendFingers,
  bendThumb,
  bindJoints,
  chains,
  fingerNames,
  type Joints,
  jointNames,
  pointOn,
  points,
  weights,
} from './hand-mesh.ts'
import { add, distance, dot, normalize, rotate, scale, subtract, type Vector } from './vectors.ts'

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
const penetration = (joints: Joints, slack: number): number => {
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

/** Finds angles for which the cost is small: steps each angle, then shrinks the steps. */
const descend = (cost: (x: number[]) => number, start: number[], step: number, least: number): [number[], number] => {
  let [best, lowest] = [start, cost(start)]
  for (let size = step; size > least; ) {
    let improved = false
    for (let i = 0; i < best.length; i++)
      for (const by of [size, -size]) {
        const next = best.with(i, best[i]! + by)
        const costs = cost(next)
        if (costs < lowest) [best, lowest, improved] = [next, costs, true]
      }
    if (!improved) size *= 0.6
  }
  return [best, lowest]
}

const over = (value: number, low: number, high: number) => Math.max(0, low - value, value - high) ** 2

/** Bends a finger so that its tip reaches a point; its last joint follows the middle one. */
const reachTip = (pose: Pose, finger: FingerName, [x, y, z]: [number | null, number, number]): Finger => {
  const [, , , spread = 0, twist = 0] = pose[finger]
  const follow = pose.endFollows ?? 0.62
  const bent = ([knuckle = 0, middle = 0, side = spread]: number[]): Finger => [
    knuckle,
    middle,
    middle * follow,
    side,
    twist,
  ]
  const cost = (angles: number[]) => {
    const tip = bendFingers({ ...pose, [finger]: bent(angles) })[chains[finger][4]!]!.at
    const miss = (tip[1] - y) ** 2 + (tip[2] - z) ** 2 + (x === null ? 0 : (tip[0] - x) ** 2)
    return miss + over(angles[0]!, -5, 92) + over(angles[1]!, 0, 112) + over(angles[2] ?? 0, -18, 22)
  }
  const starts = [0, 30, 60, 90].flatMap(k => [20, 50, 80].map(m => (x === null ? [k, m] : [k, m, spread])))
  const [best] = starts.map(start => descend(cost, start, 8, 0.2)).sort(([, a], [, b]) => a - b)
  return bent(best![0])
}

const reachTips = (pose: Pose): Pose => {
  const reached = fingerNames.flatMap(finger => {
    const tip = pose.tips?.[finger]
    return tip ? [[finger, reachTip(pose, finger, tip)]] : []
  })
  return { ...pose, ...Object.fromEntries(reached) }
}

/** Range of each joint angle of the thumb, in degrees. */
const thumbLimits: [number, number][] = [
  [-35, 65],
  [-35, 60],
  [-45, 60],
  [-15, 60],
  [-20, 85],
]
const axes: Record<'bone' | 'nail', Vector> = { bone: [0, 0, -1], nail: [0, 1, 0] }

const missed = (goal: ThumbGoal, joints: Joints): number => {
  const thumb = joints[goal.of ?? 'thumb-tip']!
  if ('direction' in goal)
    return 4 * (1 - dot(rotate(axes[goal.direction], joints['thumb-phalanx-distal']!.turn), normalize(goal.towards)))
  return distance(thumb.at, Array.isArray(goal.to) ? goal.to : pointOn(joints[goal.to.on]!, goal.to.offset)) ** 2
}

/** Finds the thumb's angles for its goals, outside of fingers and palm. Starts are fixed, so the result is, too. */
const solveThumb = (pose: Pose, goals: ThumbGoal[]): ThumbAngles => {
  const fingers = bendFingers(pose)
  const rest = pose.thumbStart ?? [5, 5, 0, 10, 10]
  const cost = (angles: number[]) => {
    const joints = bendThumb(fingers, angles as ThumbAngles, pose.stretch)
    const wanted = goals.reduce((sum, goal) => sum + (goal.weight ?? 1) * missed(goal, joints), 0)
    const strain = angles.reduce(
      (sum, angle, i) => sum + 0.00006 * (angle - rest[i]!) ** 2 + 0.02 * over(angle, ...thumbLimits[i]!),
      0,
    )
    return wanted + (pose.firmness ?? 4) * penetration(joints, pose.slack ?? 0.08) + strain
  }
  const starts = [
    rest,
    ...Array.from({ length: 7 }, (_, n) =>
      thumbLimits.map(([low, high], i) => low + (high - low) * ((n * (i + 2) * 0.377 + 0.13 * i) % 1)),
    ),
  ]
  const [best] = starts.map(start => descend(cost, start, 16, 0.2)).sort(([, a], [, b]) => a - b)
  return best![0] as ThumbAngles
}

/** Joints of a pose, with what it leaves to find. */
export const solvePose = (table: Pose): Joints => {
  const pose = reachTips(table)
  const thumb = Array.isArray(pose.thumb) ? pose.thumb : solveThumb(pose, pose.thumb.goals)
  return bendThumb(bendFingers(pose), thumb, pose.stretch)
}
