import { rasterize } from './rasterize.ts'
import type { Surface } from './scene.ts'
import { cross, dot, normalize, type Vector } from './vectors.ts'

/** Outward direction of the surface at each point. */
export const normalsOf = ({ points, triangles }: Surface): Float32Array => {
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
export const litFrom = (surface: Surface, direction: Vector, size: number): ((point: Vector) => boolean) => {
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
export const opennessOf = (surface: Surface, normals: Float32Array): Float32Array => {
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
