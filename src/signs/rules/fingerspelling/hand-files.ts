/** Written by src/build/hands/draw-hands.ts: the drawings, with a hash of their content. */
export const handFiles = {
  viewer: '/assets/hands-viewer.svg?84682f2b',
  signer: '/assets/hands-signer.svg?e608935c',
  side: '/assets/hands-side.svg?4be1bb9c',
} as const
