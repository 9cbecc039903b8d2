import { handFiles } from './hand-files.ts'

/** A drawing as a picture of its own, in the first looks: for a list that shows a few. */
export const handPicture = (drawing: string): string => `/assets/hands/${drawing}.svg?${handFiles.viewer.split('?')[1]}`
