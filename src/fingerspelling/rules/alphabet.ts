/**
 * The manual alphabet and the numbers 0 to 9 in words, as the viewer sees a right hand. The poses in `pose-table.ts`
 * are checked against these words.
 */
export const alphabet = {
  A: 'A fist, palm to the viewer. The thumb stands straight up beside the index finger.',
  B: 'The four fingers point up, side by side. The thumb lies folded across the palm.',
  C: 'The fingers and the thumb curve towards each other and leave a wide gap, like the letter C.',
  D: 'The index finger points up. The other fingers curve down and their tips meet the tip of the thumb.',
  E: 'All fingers are bent tightly. Their tips rest on the thumb, which lies across the palm below them.',
  F: 'The tips of index finger and thumb meet in a ring. The other three fingers point up, spread.',
  G: 'The index finger points to the side. The thumb is parallel to it, a small gap apart. The other fingers are folded.',
  H: 'Index and middle finger point to the side, close together. The other fingers are folded under the thumb.',
  I: 'The little finger points up. The other fingers are folded into a fist under the thumb.',
  J: 'The little finger of the I hand draws the hook of a J in the air: down, then around and up.',
  K: 'The index finger points up and the middle finger forward. The tip of the thumb touches between the two.',
  L: 'The index finger points up and the thumb to the side, in a right angle. The other fingers are folded.',
  M: 'A fist with the thumb under three fingers. Its tip shows between ring finger and little finger.',
  N: 'A fist with the thumb under two fingers. Its tip shows between middle finger and ring finger.',
  O: 'All fingers curve down and meet the tip of the thumb in a round O.',
  P: 'The hand of K, turned down: the index finger points to the side and the middle finger down. The thumb touches the middle finger.',
  Q: 'The hand of G, turned down: index finger and thumb point at the floor, a small gap apart.',
  R: 'Index and middle finger point up, the middle finger crossed behind the index finger.',
  S: 'A fist. The thumb lies across the front of the fingers.',
  T: 'A fist with the thumb under the index finger. Its tip shows between index and middle finger.',
  U: 'Index and middle finger point up, close together. The thumb holds the other two down.',
  V: 'Index and middle finger point up, spread apart. The thumb holds the other two down.',
  W: 'Index, middle and ring finger point up, spread apart. The thumb holds the little finger down.',
  X: 'The index finger is up and bent like a hook. The other fingers are folded into a fist.',
  Y: 'The thumb and the little finger point out to both sides. The three fingers between are folded.',
  Z: 'The index finger draws a Z in the air: across, down at a slant, and across again.',
  0: 'All fingers curve down and meet the tip of the thumb in a round O, like the letter O.',
  1: 'The index finger points up. The palm faces the signer, so you see the back of the hand.',
  2: 'Index and middle finger point up, spread apart. The palm faces the signer.',
  3: 'The thumb, index and middle finger are out, spread apart. The palm faces the signer.',
  4: 'The four fingers point up, spread apart. The thumb is folded. The palm faces the signer.',
  5: 'All five fingers are out, spread apart. The palm faces the signer.',
  6: 'The tips of thumb and little finger meet. The other three fingers point up, spread.',
  7: 'The tips of thumb and ring finger meet. The other three fingers point up, spread.',
  8: 'The tips of thumb and middle finger meet. The other three fingers point up, spread.',
  9: 'The tips of thumb and index finger meet in a ring. The other three fingers point up, spread.',
} as const

export type Character = `${keyof typeof alphabet}`

/** A to Z, then 0 to 9. */
export const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'] as Character[]

export const isCharacter = (text: string): text is Character => characters.some(character => character === text)

/** The letters whose hand moves. */
export const moving: Character[] = ['J', 'Z']

/** One note for all 36 drawings. */
export const notReviewed = 'Not yet reviewed by a Deaf signer.'
