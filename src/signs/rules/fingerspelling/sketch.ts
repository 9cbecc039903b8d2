import type { Pose } from './poses.ts'
import { CAMERA, CENTRE, chains, DRAWING, fingerNames, jointsOf, pointOn, turnOf, WINDOW } from './rig.ts'
import { aboutY, add, type Quaternion, rotate, subtract, type Vector } from './vectors.ts'

/** A thick line of a simple drawing. `joined` covers the outline where two parts grow together. */
export interface Stroke {
  path: string
  width: number
  look: 'skin' | 'joined' | 'sleeve'
}

/** Widths of the bones of a digit, in centimetres. */
const widths: Record<keyof typeof chains, number[]> = {
  thumb: [1.9, 1.75, 1.5],
  index: [1.75, 1.5, 1.3],
  middle: [1.7, 1.5, 1.3],
  ring: [1.6, 1.45, 1.25],
  pinky: [1.45, 1.3, 1.1],
}

/** A point in the drawing, and how near it is. */
type Seen = Vector
const distanceSeen = (a: Seen, b: Seen) => Math.hypot(b[0] - a[0], b[1] - a[1])
const depthOf = (points: Seen[]) => points.reduce((sum, [, , z]) => sum + z, 0) / points.length
/** Cosine of the bend that three points show. */
const bendSeen = (a: Seen, b: Seen, c: Seen) =>
  ((b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])) / (distanceSeen(a, b) * distanceSeen(b, c) || 1)

/** Draws a pose with thick lines, from back to front: for the moments between two drawings. */
export const strokesOf = (pose: Pose, side = 'viewer'): Stroke[] => {
  const around = side === 'signer' ? 180 : side === 'side' ? pose.side : 0
  const joints = jointsOf(pose)
  const wrist = joints.wrist!.at
  const [turn, forearm] = [turnOf(pose.turn), turnOf(pose.forearm)]
  const see = (point: Vector, by: Quaternion = turn): Seen => {
    const moved = subtract(add(rotate(subtract(point, wrist), by), pose.shift), CENTRE)
    const [x, y, z] = rotate(moved, aboutY(around))
    const scale = (DRAWING * CAMERA) / (CAMERA - z) / WINDOW
    return [DRAWING / 2 + x * scale, DRAWING / 2 - y * scale, z]
  }
  const on = (name: string, offset: Vector = [0, 0, 0]) => see(pointOn(joints[name]!, offset))
  const stroke = (points: Seen[], width: number, look: Stroke['look'] = 'skin', closed = false): Stroke => ({
    path: `M${points.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}${closed ? 'z' : ''}`,
    width: (width * DRAWING) / WINDOW,
    look,
  })
  const beside = (x: number) => see(add(wrist, [x, 0.2, 0]))
  const knuckles = fingerNames.map(finger => on(chains[finger][1]!)).reverse()
  const outline = [
    beside(-1.7),
    ...knuckles,
    on('thumb-phalanx-proximal', [0, 0, 1.2]),
    on('thumb-metacarpal'),
    beside(1.7),
  ]
  const palm = (look: Stroke['look']) => stroke(outline, 1.75, look, true)
  const [cuff, elbow] = [-7, -20].map(y => see([wrist[0], y, wrist[2]], forearm)) as [Seen, Seen]
  const arm = (look: Stroke['look']) => stroke([beside(0), cuff], 4.7, look)

  const runs = Object.entries(chains).flatMap(([digit, chain]) => {
    const names = digit === 'thumb' ? chain : chain.slice(1)
    const points = names.map((name, i) => on(name, i === names.length - 1 ? [0, 0, -0.45] : undefined))
    // A digit is one line up to where it folds back.
    const found: { points: Seen[]; width: number; isFirst: boolean }[] = []
    points.slice(1).forEach((point, i) => {
      const last = found[found.length - 1]
      const width = widths[digit as keyof typeof chains][i]!
      if (last && bendSeen(last.points[last.points.length - 2]!, points[i]!, point) > -0.1) {
        last.points.push(point)
        last.width = (last.width + width) / 2
      } else found.push({ points: [points[i]!, point], width, isFirst: i === 0 })
    })
    return found.map(run => ({ ...run, depth: depthOf(run.points), isThumb: digit === 'thumb' }))
  })
  runs.sort((a, b) => a.depth - b.depth)
  const drawn = ({ points, width, isFirst, isThumb }: (typeof runs)[number]) =>
    isFirst && isThumb
      ? [stroke(points, width), stroke([points[0]!, points[0]!], width, 'joined')]
      : [stroke(points, width)]
  /** Grows out of the palm in the plane of the picture. */
  const isUpright = ({ points: [a, b], isFirst, isThumb }: (typeof runs)[number]) =>
    isFirst && !isThumb && distanceSeen(a!, b!) > (3 * DRAWING) / WINDOW
  const middle = depthOf(outline)
  return [
    ...runs.filter(run => !isUpright(run) && run.depth < middle).flatMap(drawn),
    arm('skin'),
    palm('skin'),
    ...runs.filter(isUpright).flatMap(drawn),
    arm('joined'),
    palm('joined'),
    stroke([cuff, elbow], 6.3, 'sleeve'),
    ...runs.filter(run => !isUpright(run) && run.depth >= middle).flatMap(drawn),
  ]
}
