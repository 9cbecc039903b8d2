import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bindJoints, type Joints } from '#src/signs/rules/fingerspelling/rig.ts'
import {
  add,
  conjugate,
  multiply,
  type Quaternion,
  rotate,
  scale,
  subtract,
  type Vector,
} from '#src/signs/rules/fingerspelling/vectors.ts'

interface Gltf {
  accessors: { bufferView: number; byteOffset?: number; componentType: number; count: number; type: string }[]
  bufferViews: { byteOffset?: number }[]
  meshes: { primitives: { attributes: Record<string, number>; indices: number }[] }[]
  skins: { joints: number[] }[]
  nodes: { name: string }[]
}

const arrays = { 5126: Float32Array, 5121: Uint8Array, 5123: Uint16Array } as const
const widths: Record<string, number> = { SCALAR: 1, VEC3: 3, VEC4: 4 }

/**
 * hand.glb is `generic-hand/right.glb` of @webxr-input-profiles/assets 1.0.20 (MIT, LICENSE.hand.md), a glTF 2.0 binary
 * with one skinned mesh.
 */
const file = readFileSync(join(import.meta.dirname, 'hand.glb'))
const jsonLength = file.readUInt32LE(12)
const gltf: Gltf = JSON.parse(file.toString('utf8', 20, 20 + jsonLength))

const read = (index: number): number[] => {
  const { bufferView, byteOffset = 0, componentType, count, type } = gltf.accessors[index]!
  const start = 28 + jsonLength + (gltf.bufferViews[bufferView]!.byteOffset ?? 0) + byteOffset
  const Kind = arrays[componentType as keyof typeof arrays]
  const length = count * widths[type]!
  return [...new Kind(new Uint8Array(file.subarray(start, start + length * Kind.BYTES_PER_ELEMENT)).buffer)]
}

/** Turns the file's axes into ours: palm +z to the viewer, fingers +y, thumb +x. */
const TO_VIEWER: Quaternion = [Math.SQRT1_2, 0, -Math.SQRT1_2, 0]
const place = (v: Vector): Vector => scale(rotate(v, TO_VIEWER), 100)
const threes = (flat: number[], i: number): Vector => [flat[i * 3]!, flat[i * 3 + 1]!, flat[i * 3 + 2]!]

const primitive = gltf.meshes[0]!.primitives[0]!
const attribute = (name: string) => read(primitive.attributes[name]!)

export const jointNames = gltf.skins[0]!.joints.map(node => gltf.nodes[node]!.name)

/** Weight of a joint, by its number. */
type Weight = [joint: number, weight: number]

/** Points of the flat hand, the weights of each, and the triangles between them. */
export const { points, weights, triangles } = weld()

/** Merges points of the file at the same place, so that the mesh is closed. */
function weld(): { points: Vector[]; weights: Weight[][]; triangles: Vector[] } {
  const positions = attribute('POSITION')
  const joints = attribute('JOINTS_0')
  const shares = attribute('WEIGHTS_0')
  const known = new Map<string, number>()
  const points: Vector[] = []
  const weights: Weight[][] = []
  const merged = Array.from({ length: positions.length / 3 }, (_, i) => {
    const v = threes(positions, i)
    const key = v.map(x => Math.round(x * 1e5)).join()
    const index = known.get(key)
    if (index !== undefined) return index
    known.set(key, points.length)
    const own = [0, 1, 2, 3].map((c): Weight => [joints[i * 4 + c]!, shares[i * 4 + c]!]).filter(([, w]) => w > 0)
    const total = own.reduce((sum, [, w]) => sum + w, 0)
    weights.push(own.map(([joint, w]) => [joint, w / total]))
    return points.push(place(v)) - 1
  })
  const indices = read(primitive.indices)
  const triangles = Array.from(
    { length: indices.length / 3 },
    (_, i) => threes(indices, i).map(k => merged[k]!) as Vector,
  ).filter(([a, b, c]) => a !== b && b !== c && c !== a)
  return { points, weights, triangles }
}

/** Moves the mesh with the joints by dual quaternion skinning (Kavan, 2007), so that bent fingers stay thick. */
export const skinHand = (joints: Joints): Vector[] => {
  const moves = jointNames.map(name => {
    const before = bindJoints[name]!
    const turn = multiply(joints[name]!.turn, conjugate(before.turn))
    const [x, y, z] = subtract(joints[name]!.at, rotate(before.at, turn))
    return { turn, dual: multiply([x / 2, y / 2, z / 2, 0], turn) }
  })
  return points.map((point, i) => {
    const turn: Quaternion = [0, 0, 0, 0]
    const dual: Quaternion = [0, 0, 0, 0]
    const first = moves[weights[i]![0]![0]]!.turn
    for (const [joint, weight] of weights[i]!) {
      const move = moves[joint]!
      const share = move.turn.reduce((sum, v, k) => sum + v * first[k]!, 0) < 0 ? -weight : weight
      for (let k = 0; k < 4; k++) {
        turn[k]! += share * move.turn[k]!
        dual[k]! += share * move.dual[k]!
      }
    }
    const size = Math.hypot(...turn)
    const unit = turn.map(v => v / size) as Quaternion
    const [x, y, z] = multiply(dual.map(v => v / size) as Quaternion, conjugate(unit))
    return add(rotate(point, unit), scale([x, y, z], 2))
  })
}
