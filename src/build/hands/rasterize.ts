/** Shares of the three corners of a triangle at a pixel, and the corners. */
type Plot = (pixel: number, shares: [number, number, number], corners: [number, number, number]) => void

/** Calls `plot` for each pixel whose centre is in a triangle. x and y of the points are in pixels. */
export const rasterize = (x: Float32Array, y: Float32Array, triangles: Uint32Array, size: number, plot: Plot): void => {
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
