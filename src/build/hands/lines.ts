import { DRAWING } from '#src/signs/rules/fingerspelling/rig.ts'
import { NOTHING, PIXELS_PER_CM, type Picture, SIZE } from './picture.ts'
import { PALM, SLEEVE } from './scene.ts'

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

const copyPixel = ({ part, marks, depth, normals, light, openness }: Picture, from: number, to: number) => {
  for (const values of [part, depth, light, openness]) values[to] = values[from]!
  marks[to] = marks[from]!
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

type Point = [x: number, y: number]

/** Turns the pixels for which `inside` is true into the `d` of an SVG path, leaving out areas below `least`. */
export const trace = (inside: (pixel: number) => boolean, least = 40): string =>
  loopsOf(softened(inside))
    .map(loop => loop.map(([x, y]): Point => [(x * DRAWING) / SIZE, (y * DRAWING) / SIZE]))
    .filter(loop => Math.abs(areaOf(loop)) >= least)
    .map(loop => curve(simplified(loop)))
    .join('')

/** The mask as numbers, blurred twice so that its border has no steps. */
const softened = (inside: (pixel: number) => boolean): Float32Array => {
  const values = Float32Array.from({ length: SIZE * SIZE }, (_, i) => (inside(i) ? 1 : 0))
  for (const step of [1, SIZE, 1, SIZE]) {
    const before = values.slice()
    for (let i = SIZE + 1; i < values.length - SIZE - 1; i++)
      values[i] = (before[i - step]! + 2 * before[i]! + before[i + step]!) / 4
  }
  // The sleeve leaves the picture. An empty frame closes its border.
  for (let k = 0; k < SIZE; k++)
    for (const i of [k, k * SIZE, k * SIZE + SIZE - 1, (SIZE - 1) * SIZE + k]) values[i] = 0
  return values
}

/** Pairs of sides (0 top, 1 right, 2 bottom, 3 left) that a border joins, by which corners of a cell are inside. */
const crossings = [
  '',
  '30',
  '01',
  '31',
  '12',
  '30 12',
  '02',
  '32',
  '23',
  '20',
  '01 23',
  '21',
  '13',
  '10',
  '03',
  '',
].map(sides =>
  sides
    .split(' ')
    .filter(Boolean)
    .map(pair => [...pair].map(Number) as [from: number, to: number]),
)

/** Closed borders of the area above one half, by marching squares. */
const loopsOf = (values: Float32Array): Point[][] => {
  const keyOf = ([x, y]: Point) => Math.round(x * 64) * 100_000 + Math.round(y * 64)
  const next = new Map<number, [Point, Point][]>()
  const share = (a: number, b: number) => (0.5 - a) / (b - a)
  for (let y = 0; y < SIZE - 1; y++)
    for (let x = 0; x < SIZE - 1; x++) {
      const i = y * SIZE + x
      const [a, b, c, d] = [values[i]!, values[i + 1]!, values[i + SIZE + 1]!, values[i + SIZE]!]
      const kind = (a > 0.5 ? 1 : 0) | (b > 0.5 ? 2 : 0) | (c > 0.5 ? 4 : 0) | (d > 0.5 ? 8 : 0)
      for (const [from, to] of crossings[kind]!) {
        const side = (s: number): Point => {
          if (s % 2 === 0) return s === 0 ? [x + share(a, b), y] : [x + share(d, c), y + 1]
          return s === 1 ? [x + 1, y + share(b, c)] : [x, y + share(a, d)]
        }
        const start = side(from)
        const key = keyOf(start)
        next.set(key, [...(next.get(key) ?? []), [start, side(to)]])
      }
    }
  const loops: Point[][] = []
  for (const pieces of next.values())
    while (pieces.length > 0) {
      const [start, second] = pieces.pop()!
      const loop = [start]
      for (let at = second; keyOf(at) !== keyOf(start); ) {
        loop.push(at)
        const on = next.get(keyOf(at))?.pop()
        if (!on) break
        at = on[1]
      }
      if (loop.length > 5) loops.push(loop)
    }
  return loops
}

const areaOf = (loop: Point[]) =>
  loop.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = loop[(i + 1) % loop.length]!
    return sum + (x * nextY - nextX * y) / 2
  }, 0)

/** Leaves out points that are hardly off the line between others (Ramer, Douglas and Peucker). */
const simplified = (loop: Point[]): Point[] => {
  const half = loop.length >> 1
  return [...thin(loop.slice(0, half + 1)).slice(0, -1), ...thin([...loop.slice(half), loop[0]!]).slice(0, -1)]
}
const TOLERANCE = 2
const thin = (line: Point[]): Point[] => {
  const [first, last] = [line[0]!, line.at(-1)!]
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]]
  const length = Math.hypot(dx, dy) || 1e-9
  let [farthest, index] = [TOLERANCE, 0]
  for (let i = 1; i < line.length - 1; i++) {
    const off = Math.abs((line[i]![0] - first[0]) * dy - (line[i]![1] - first[1]) * dx) / length
    if (off > farthest) [farthest, index] = [off, i]
  }
  return index === 0 ? [first, last] : [...thin(line.slice(0, index + 1)).slice(0, -1), ...thin(line.slice(index))]
}

/** Units of a drawing in one unit of its paths: small whole numbers, so that a word of many letters stays a small page. */
export const GRID = 2

/** A closed path of quadratic curves whose control points are the given points, with relative whole numbers. */
const curve = (points: Point[]): string => {
  if (points.length < 3) return ''
  const middle = ([x, y]: Point, [u, v]: Point): Point => [
    Math.round((x + u) / 2 / GRID),
    Math.round((y + v) / 2 / GRID),
  ]
  let at = middle(points.at(-1)!, points[0]!)
  const numbers = points.flatMap(([x, y], i) => {
    const from = at
    at = middle([x, y], points[(i + 1) % points.length]!)
    return [Math.round(x / GRID) - from[0], Math.round(y / GRID) - from[1], at[0] - from[0], at[1] - from[1]]
  })
  // The last curve ends where the first begins.
  return `M${at.join(' ')}q${numbers.map((n, i) => (i > 0 && n >= 0 ? ` ${n}` : n)).join('')}z`
}
