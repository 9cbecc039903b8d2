export type Vector = [x: number, y: number, z: number]

export type FingerName = 'index' | 'middle' | 'ring' | 'pinky'

/** Bend of knuckle, middle and end joint (0 is straight), spread towards the thumb, twist. In degrees. */
export type Finger = [knuckle: number, middle: number, end: number, spread?: number, twist?: number]

/** Bend of the thumb's root, away from the palm, twist, bend of its knuckle and end joint. In degrees. */
export type ThumbAngles = [bend: number, away: number, twist: number, knuckle: number, end: number]

/** Goal for the thumb: a joint of it at a point, or its last bone or nail facing a direction. */
export type ThumbGoal =
  | { of?: 'thumb-tip' | 'thumb-phalanx-distal'; to: Vector | { on: string; offset: Vector }; weight?: number }
  | { of?: 'thumb-phalanx-distal'; direction: 'bone' | 'nail'; towards: Vector; weight?: number }

/**
 * Turn of the hand for the viewer: about the upright axis, then tipped forward, then like a clock's hand, then about
 * the upright axis again.
 */
export interface Turn {
  yaw: number
  pitch?: number
  roll?: number
  towards?: number
}

/**
 * A handshape of a right hand. Palm to the viewer and fingers up is the view without turns: x to the thumb, y to the
 * fingertips, z to the viewer, in centimetres from the middle of the palm.
 */
export interface Pose extends Record<FingerName, Finger> {
  thumb: ThumbAngles | { goals: ThumbGoal[] }
  /** Angles from which the search for the thumb starts. */
  thumbStart?: ThumbAngles
  /** Makes the thumb longer: the mesh is a slim hand. */
  stretch?: number
  /** Penalty for a thumb inside the fingers, and the share of a radius that may overlap. */
  firmness?: number
  slack?: number
  /** Bends the palm on the side of the little finger. */
  cup?: number
  /** Goals of fingertips, and the share of the middle joint's bend that the end joint takes. */
  tips?: Partial<Record<FingerName, [x: number | null, y: number, z: number]>>
  endFollows?: number
  /** `side` is the angle of the camera for the view from the side, if the sleeve would hide the hand. */
  view: Turn & { forearm?: Turn; shift?: Vector; side?: number }
}
