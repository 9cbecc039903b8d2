import { CAMERA, WINDOW } from '#src/signs/rules/fingerspelling/rig.ts'
import { cross, dot, normalize, type Vector } from '#src/signs/rules/fingerspelling/vectors.ts'
import { type Mark, markAt, SLEEVE, type Surface } from './scene.ts'

/** Shares of the three corners of a triangle at a pixel, and the corners. */
type Plot = (pixel: number, shares: [number, number, number], corners: [number, number, number]) => void

/** Calls `plot` for each pixel whose centre is in a triangle. x and y of the points are in pixels. */
const rasterize = (x: Float32Array, y: Float32Array, triangles: Uint32Array, size: number, plot: Plot): void => {
  const shares: [number, number, number] = [0, 0, 0]
  const corners: [number, number, number] = [0, 0, 0]
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!]
    const [ax, ay, bx, by, cx, cy] = [x[a]!, y[a]!, x[b]!, y[b]!, x[c]!, y[c]!]
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if (Math.abs(area) < 1e-9) continue
    corners[0] = a
    corners[1] = b
    corners[2] = c
    const left = Math.max(0, Math.floor(Math.min(ax, bx, cx) - 0.5))
    const right = Math.min(size - 1, Math.ceil(Math.max(ax, bx, cx) - 0.5))
    const top = Math.max(0, Math.floor(Math.min(ay, by, cy) - 0.5))
    const bottom = Math.min(size - 1, Math.ceil(Math.max(ay, by, cy) - 0.5))
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) {
        const [px, py] = [column + 0.5, row + 0.5]
        shares[1] = ((px - ax) * (cy - ay) - (cx - ax) * (py - ay)) / area
        shares[2] = ((bx - ax) * (py - ay) - (px - ax) * (by - ay)) / area
        shares[0] = 1 - shares[1] - shares[2]
        if (shares[0] >= -1e-6 && shares[1] >= -1e-6 && shares[2] >= -1e-6) plot(row * size + column, shares, corners)
      }
  }
}

const normalsOf = ({ points, triangles }: Surface): Float32Array => {
  const normals = new Float32Array(points.length)
  const at = (i: number): Vector => [points[i * 3]!, points[i * 3 + 1]!, points[i * 3 + 2]!]
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [at(triangles[t]!), at(triangles[t + 1]!), at(triangles[t + 2]!)]
    const normal = cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]])
    for (let k = 0; k < 3; k++) for (let d = 0; d < 3; d++) normals[triangles[t + k]! * 3 + d]! += normal[d]!
  }
  for (let i = 0; i < normals.length; i += 3) {
    const size = Math.hypot(normals[i]!, normals[i + 1]!, normals[i + 2]!) || 1
    for (let d = 0; d < 3; d++) normals[i + d]! /= size
  }
  return normals
}

/** Half of the width of the scene, in centimetres. */
const REACH = 19

/** Returns whether a point sees the light from a direction, by a depth map of the scene from there. */
const litFrom = (surface: Surface, direction: Vector, size: number): ((point: Vector) => boolean) => {
  const towards = normalize(direction)
  const across = normalize(Math.abs(towards[1]) > 0.99 ? [1, 0, 0] : cross([0, 1, 0], towards))
  const upwards = cross(towards, across)
  const count = surface.points.length / 3
  const [x, y, depth] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)]
  const pixels = size / (2 * REACH)
  const point: Vector = [0, 0, 0]
  for (let i = 0; i < count; i++) {
    for (let d = 0; d < 3; d++) point[d] = surface.points[i * 3 + d]!
    x[i] = (dot(point, across) + REACH) * pixels
    y[i] = (dot(point, upwards) + REACH) * pixels
    depth[i] = dot(point, towards)
  }
  const nearest = new Float32Array(size * size).fill(-1e9)
  rasterize(x, y, surface.triangles, size, (pixel, [p, q, r], [a, b, c]) => {
    const here = p * depth[a]! + q * depth[b]! + r * depth[c]!
    if (here > nearest[pixel]!) nearest[pixel] = here
  })
  return seen => {
    const column = Math.floor((dot(seen, across) + REACH) * pixels)
    const row = Math.floor((dot(seen, upwards) + REACH) * pixels)
    if (column < 0 || row < 0 || column >= size || row >= size) return true
    return nearest[row * size + column]! < dot(seen, towards) + 0.15
  }
}

const DIRECTIONS = 48
/** Directions spread evenly over a sphere. */
const sky = Array.from({ length: DIRECTIONS }, (_, i): Vector => {
  const y = 1 - (2 * (i + 0.5)) / DIRECTIONS
  const radius = Math.sqrt(1 - y * y)
  return [radius * Math.cos(i * 2.399963), y, radius * Math.sin(i * 2.399963)]
})

/** Returns the share of the sky that each point sees: 1 in the open, near 0 in a crease. */
const opennessOf = (surface: Surface, normals: Float32Array): Float32Array => {
  const count = surface.points.length / 3
  const [open, all] = [new Float32Array(count), new Float32Array(count)]
  const seen: Vector = [0, 0, 0]
  for (const direction of sky) {
    const lit = litFrom(surface, direction, 220)
    for (let i = 0; i < count; i++) {
      const facing =
        normals[i * 3]! * direction[0] + normals[i * 3 + 1]! * direction[1] + normals[i * 3 + 2]! * direction[2]
      if (facing <= 0.05) continue
      for (let d = 0; d < 3; d++) seen[d] = surface.points[i * 3 + d]! + normals[i * 3 + d]! * 0.14
      all[i]! += facing
      if (lit(seen)) open[i]! += facing
    }
  }
  const share = open.map((value, i) => (all[i] ? value / all[i] : 1))
  return averageOverMesh(averageOverMesh(share, surface.triangles), surface.triangles)
}

const averageOverMesh = (values: Float32Array, triangles: Uint32Array): Float32Array => {
  const [sum, count] = [new Float32Array(values.length), new Float32Array(values.length)]
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; k++)
      for (let l = 0; l < 3; l++) {
        sum[triangles[t + k]!]! += values[triangles[t + l]!]!
        count[triangles[t + k]!]! += 1
      }
  return sum.map((value, i) => (count[i] ? value / count[i] : values[i]!))
}

/** Width and height of a picture in pixels. */
export const SIZE = 640
export const PIXELS_PER_CM = SIZE / WINDOW
export const NOTHING = 255

/** Part, mark and depth that the camera sees at each pixel. */
export interface Picture {
  part: Uint8Array
  marks: (Mark | null)[]
  depth: Float32Array
  normals: Float32Array
  /** Direct light and openness to the sky, 0 to 1. */
  light: Float32Array
  openness: Float32Array
}

const lamp = normalize([-0.45, 0.75, 0.85])

/** Looks at the surface from the front, 70 cm away. */
export const takePicture = (surface: Surface): Picture => {
  const { points, triangles } = surface
  const normals = normalsOf(surface)
  const openness = opennessOf(surface, normals)
  const count = points.length / 3
  const [x, y] = [new Float32Array(count), new Float32Array(count)]
  for (let i = 0; i < count; i++) {
    const nearer = CAMERA / (CAMERA - points[i * 3 + 2]!)
    x[i] = SIZE / 2 + points[i * 3]! * nearer * PIXELS_PER_CM
    y[i] = SIZE / 2 - points[i * 3 + 1]! * nearer * PIXELS_PER_CM
  }
  const pixels = SIZE * SIZE
  const seen: Picture = {
    part: new Uint8Array(pixels).fill(NOTHING),
    marks: new Array(pixels).fill(null),
    depth: new Float32Array(pixels).fill(-1e9),
    normals: new Float32Array(pixels * 3),
    light: new Float32Array(pixels),
    openness: new Float32Array(pixels),
  }
  const { flat } = surface
  const onHand = new Float32Array(pixels * 3)
  rasterize(x, y, triangles, SIZE, (pixel, [p, q, r], [a, b, c]) => {
    const depth = p * points[a * 3 + 2]! + q * points[b * 3 + 2]! + r * points[c * 3 + 2]!
    if (depth <= seen.depth[pixel]!) return
    seen.depth[pixel] = depth
    for (let d = 0; d < 3; d++) {
      seen.normals[pixel * 3 + d] = p * normals[a * 3 + d]! + q * normals[b * 3 + d]! + r * normals[c * 3 + d]!
      onHand[pixel * 3 + d] = p * flat[a * 3 + d]! + q * flat[b * 3 + d]! + r * flat[c * 3 + d]!
    }
    seen.openness[pixel] = p * openness[a]! + q * openness[b]! + r * openness[c]!
    seen.part[pixel] = surface.part[p >= q && p >= r ? a : q >= r ? b : c]!
  })
  seen.part.forEach((part, i) => {
    const [u, v, w] = onHand.subarray(i * 3, i * 3 + 3)
    if (part < SLEEVE) seen.marks[i] = markAt([u!, v!, w!], part, surface.folded)
  })
  addLight(seen, surface)
  blur(seen, seen.light)
  blur(seen, seen.openness)
  return seen
}

const addLight = ({ part, depth, normals, light }: Picture, surface: Surface) => {
  const lit = litFrom(surface, lamp, 1000)
  for (let i = 0; i < part.length; i++) {
    if (part[i] === NOTHING) continue
    const nearer = CAMERA / (CAMERA - depth[i]!)
    const normal = normalize([normals[i * 3]!, normals[i * 3 + 1]!, normals[i * 3 + 2]!])
    normals.set(normal, i * 3)
    const facing = normal[0] * lamp[0] + normal[1] * lamp[1] + normal[2] * lamp[2]
    const point: Vector = [
      ((i % SIZE) + 0.5 - SIZE / 2) / nearer / PIXELS_PER_CM + normal[0] * 0.15,
      (SIZE / 2 - Math.floor(i / SIZE) - 0.5) / nearer / PIXELS_PER_CM + normal[1] * 0.15,
      depth[i]! + normal[2] * 0.15,
    ]
    light[i] = facing <= 0 ? facing * 0.3 : lit(point) ? facing : 0
  }
}

/** Smooths values along the surface, not across its edges, so that shades have calm borders. */
const blur = ({ part, depth }: Picture, values: Float32Array) => {
  const radius = Math.round(0.14 * PIXELS_PER_CM)
  for (const step of [1, SIZE, 1, SIZE]) {
    const before = values.slice()
    for (let i = 0; i < values.length; i++) {
      if (part[i] === NOTHING) continue
      let [sum, count] = [0, 0]
      for (let r = -radius; r <= radius; r++) {
        const k = i + r * step
        if (k < 0 || k >= values.length || part[k] === NOTHING || Math.abs(depth[k]! - depth[i]!) > 0.35) continue
        sum += before[k]!
        count++
      }
      values[i] = sum / count
    }
  }
}
