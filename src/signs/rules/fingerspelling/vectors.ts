/** Vectors and unit quaternions, only what the hand needs. Angles are in degrees. */
export type Vector = [x: number, y: number, z: number]
export type Quaternion = [x: number, y: number, z: number, w: number]

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by]
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
export const normalize = (a: Vector): Vector => scale(a, 1 / (Math.hypot(...a) || 1))

export const conjugate = ([x, y, z, w]: Quaternion): Quaternion => [-x, -y, -z, w]

/** The turn that first does b, then a. */
export const multiply = (a: Quaternion, b: Quaternion): Quaternion => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
]

export const rotate = (v: Vector, [x, y, z, w]: Quaternion): Vector => {
  const t = scale(cross([x, y, z], v), 2)
  return add(add(v, scale(t, w)), cross([x, y, z], t))
}

const about =
  (axis: Vector) =>
  (degrees: number): Quaternion => {
    const half = (degrees * Math.PI) / 360
    const sine = Math.sin(half)
    return [axis[0] * sine, axis[1] * sine, axis[2] * sine, Math.cos(half)]
  }
export const aboutX = about([1, 0, 0])
export const aboutY = about([0, 1, 0])
export const aboutZ = about([0, 0, 1])

/** A turn between a (share 0) and b (share 1), the short way. */
export const between = (a: Quaternion, b: Quaternion, share: number): Quaternion => {
  const sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1
  const mixed = a.map((v, i) => v * (1 - share) + sign * b[i]! * share)
  const size = Math.hypot(...mixed)
  return mixed.map(v => v / size) as Quaternion
}
