/** Written by src/build/hands/draw-hands.ts: the drawings, with a hash of their content. */
export const handFiles = {
  viewer: '/assets/hands-viewer.svg?0',
  signer: '/assets/hands-signer.svg?0',
  side: '/assets/hands-side.svg?0',
} as const
