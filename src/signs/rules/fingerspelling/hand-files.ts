/** Written by src/build/hands/draw-hands.ts: the drawings, with a hash of their content. */
export const handFiles = {
  viewer: '/assets/hands-viewer.svg?a24c71bb',
  signer: '/assets/hands-signer.svg?bffa259f',
  side: '/assets/hands-side.svg?761f8e5a',
} as const
