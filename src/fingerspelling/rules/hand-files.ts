/** Written by src/build/hands/draw-hands.ts: the drawings, with a hash of their content. */
export const handFiles = {
  viewer: '/assets/hands-viewer.svg?eadd36e1',
  signer: '/assets/hands-signer.svg?173e9bfd',
  side: '/assets/hands-side.svg?bf759d51',
} as const
