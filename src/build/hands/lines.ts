import { NOTHING, PIXELS_PER_CM, type Picture, SIZE } from './picture.ts'
import { PALM, SLEEVE } from './scene.ts'

/** Returns 2 where the outline is, 1 on lines inside it, else 0. Both are thickened to the width of a pen. */
export const drawLines = (picture: Picture): Uint8Array => {
  const lines = new Uint8Array(SIZE * SIZE)
  const [pen, fine] = [disc(0.075 * PIXELS_PER_CM), disc(0.05 * PIXELS_PER_CM)]
  for (let y = 2; y < SIZE - 2; y++)
    for (let x = 2; x < SIZE - 2; x++) {
      const kind = edgeAt(picture, y * SIZE + x)
      if (kind)
        for (const [dx, dy] of kind === 2 ? pen : fine) {
          const at = (y + dy) * SIZE + x + dx
          lines[at] = Math.max(lines[at]!, kind)
        }
    }
  return lines
}

const disc = (radius: number): [number, number][] => {
  const steps = Array.from({ length: 2 * Math.ceil(radius) + 1 }, (_, i) => i - Math.ceil(radius))
  return steps.flatMap(y => steps.filter(x => x * x + y * y <= radius * radius).map((x): [number, number] => [x, y]))
}

const edgeAt = (picture: Picture, i: number): 0 | 1 | 2 => {
  const { part, depth } = picture
  const own = part[i]!
  if (own === NOTHING) return 0
  let inner = false
  for (const step of [1, -1, SIZE, -SIZE]) {
    const k = i + step
    const other = part[k]!
    if (other === NOTHING) return 2
    const nearer = depth[i]! - depth[k]!
    if (nearer > 0.35 || (own === SLEEVE && other !== SLEEVE && nearer > 0.02)) inner = true
    else if (own > other && other !== PALM && (Math.abs(nearer) > 0.12 || alike(picture, i, k) < 0.93)) inner = true
    else if (step > 0 && alike(picture, i, k) < 0.86) inner = true
  }
  return inner ? 1 : 0
}

/** Cosine of the angle between the surface at two pixels; small in a crease. */
const alike = ({ normals }: Picture, i: number, k: number) =>
  normals[i * 3]! * normals[k * 3]! +
  normals[i * 3 + 1]! * normals[k * 3 + 1]! +
  normals[i * 3 + 2]! * normals[k * 3 + 2]!
