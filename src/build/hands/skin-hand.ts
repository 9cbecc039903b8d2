import type { Joints } from './bend-hand.ts'
import { bindJoints, jointNames, points, weights } from './hand-mesh.ts'
import { add, conjugate, multiply, type Quaternion, rotate, scale, subtract, type Vector } from './vectors.ts'

/**
 * Moves the mesh with the joints, by dual quaternion skinning (Kavan and others, 2007), which keeps bent fingers as thick
 * as straight ones.
 */
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
