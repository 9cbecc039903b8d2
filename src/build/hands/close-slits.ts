import { NOTHING, PIXELS_PER_CM, type Picture, SIZE } from './picture.ts'

/** Half of the width, in pixels, of a gap that is closed. */
const RADIUS = Math.round(0.18 * PIXELS_PER_CM)

/**
 * Fills narrow gaps between fingers with what is next to them. The mesh is a slim hand: fingers that lie side by side
 * leave slits, where real ones touch.
 */
export const closeSlits = (picture: Picture): void => {
  const near = distances(i => picture.part[i] !== NOTHING)
  const far = distances(i => near[i]! > RADIUS)
  let open = [...near.keys()].filter(i => near[i]! > 0 && far[i]! > RADIUS)
  while (open.length > 0) {
    const sources = open.map(i => neighbours(i).find(k => picture.part[k] !== NOTHING))
    open.forEach((i, n) => {
      const from = sources[n]
      if (from !== undefined) copyPixel(picture, from, i)
    })
    const left = open.filter(i => picture.part[i] === NOTHING)
    if (left.length === open.length) return
    open = left
  }
}

const neighbours = (i: number) => [i - 1, i + 1, i - SIZE, i + SIZE].filter(k => k >= 0 && k < SIZE * SIZE)

const copyPixel = ({ part, nail, depth, normals, light, openness }: Picture, from: number, to: number) => {
  for (const values of [part, nail, depth, light, openness]) values[to] = values[from]!
  normals.copyWithin(to * 3, from * 3, from * 3 + 3)
}

/** Distance of each pixel to the nearest one that is inside, up to a little more than RADIUS. */
const distances = (inside: (pixel: number) => boolean): Float32Array => {
  const away = Float32Array.from({ length: SIZE * SIZE }, (_, i) => (inside(i) ? 0 : RADIUS + 1))
  const reach = RADIUS + 1
  const border = [...away.keys()].filter(i => away[i] === 0 && neighbours(i).some(k => away[k]! > 0))
  for (const i of border) {
    const [row, column] = [Math.floor(i / SIZE), i % SIZE]
    for (let y = Math.max(0, row - reach); y <= Math.min(SIZE - 1, row + reach); y++)
      for (let x = Math.max(0, column - reach); x <= Math.min(SIZE - 1, column + reach); x++) {
        const k = y * SIZE + x
        away[k] = Math.min(away[k]!, Math.hypot(x - column, y - row))
      }
  }
  return away
}
