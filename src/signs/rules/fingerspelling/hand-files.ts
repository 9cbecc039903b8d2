/** Written by src/build/hands/draw-hands.ts: the drawings, with a hash of their content. */
export const handFiles = {
  viewer: '/assets/hands-viewer.svg?192257c7',
  signer: '/assets/hands-signer.svg?cf7965ab',
  side: '/assets/hands-side.svg?66c37f89',
} as const
