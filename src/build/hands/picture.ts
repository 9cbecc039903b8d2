import { litFrom, normalsOf, opennessOf } from './light.ts'
import { rasterize } from './rasterize.ts'
import type { Surface } from './scene.ts'
import { normalize, type Vector } from './vectors.ts'

/** Width and height of a picture in pixels, and of the window the camera sees in centimetres. */
export const SIZE = 1024
const WINDOW = 23
export const PIXELS_PER_CM = SIZE / WINDOW
const CAMERA = 70
export const NOTHING = 255

/** Part, nail and depth that the camera sees at each pixel. */
export interface Picture {
  part: Uint8Array
  nail: Uint8Array
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
    nail: new Uint8Array(pixels),
    depth: new Float32Array(pixels).fill(-1e9),
    normals: new Float32Array(pixels * 3),
    light: new Float32Array(pixels),
    openness: new Float32Array(pixels),
  }
  rasterize(x, y, triangles, SIZE, (pixel, [p, q, r], [a, b, c]) => {
    const depth = p * points[a * 3 + 2]! + q * points[b * 3 + 2]! + r * points[c * 3 + 2]!
    if (depth <= seen.depth[pixel]!) return
    seen.depth[pixel] = depth
    for (let d = 0; d < 3; d++)
      seen.normals[pixel * 3 + d] = p * normals[a * 3 + d]! + q * normals[b * 3 + d]! + r * normals[c * 3 + d]!
    seen.openness[pixel] = p * openness[a]! + q * openness[b]! + r * openness[c]!
    seen.part[pixel] = surface.part[p >= q && p >= r ? a : q >= r ? b : c]!
    seen.nail[pixel] = p * surface.nail[a]! + q * surface.nail[b]! + r * surface.nail[c]! > 0.5 ? 1 : 0
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
