/** New points as weighted sums of old ones, and the new triangles. */
interface Subdivision {
  sums: [from: number, weight: number][][]
  triangles: [number, number, number][]
}

/** One step of Loop subdivision of a closed mesh: each triangle becomes four, and edges get rounder. */
export const subdivide = (pointCount: number, triangles: [number, number, number][]): Subdivision => {
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
    const [a, b] = edge.ends
    const [c, d] = edge.across
    edge.index = sums.length
    sums.push(
      c === undefined || d === undefined
        ? [
            [a, 0.5],
            [b, 0.5],
          ]
        : [
            [a, 0.375],
            [b, 0.375],
            [c, 0.125],
            [d, 0.125],
          ],
    )
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
export const applySums = (sums: Subdivision['sums'], values: Float32Array, width: number): Float32Array => {
  const result = new Float32Array(sums.length * width)
  sums.forEach((sum, i) => {
    for (const [from, weight] of sum)
      for (let k = 0; k < width; k++) result[i * width + k]! += weight * values[from * width + k]!
  })
  return result
}
