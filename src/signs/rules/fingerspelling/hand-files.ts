/** Written by src/build/hands/draw-hands.ts: the drawings, with a hash of their content. */
export const handFiles = {
  viewer: '/assets/hands-viewer.svg?9e0e4a84',
  signer: '/assets/hands-signer.svg?34476a38',
  side: '/assets/hands-side.svg?5d8d9bad',
} as const
