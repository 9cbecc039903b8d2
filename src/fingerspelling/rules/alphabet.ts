import texts from '#src/core/rules/languages/en/pages/fingerspelling.ts'

/**
 * The manual alphabet and the numbers 0 to 9 in words, as the viewer sees a right hand. The poses in `pose-table.ts`
 * are checked against these words.
 */
export const alphabet = texts.letters

export type Character = `${keyof typeof alphabet}`

/** A to Z, then 0 to 9. */
export const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'] as Character[]

export const isCharacter = (text: string): text is Character => characters.some(character => character === text)

/** The letters whose hand moves. */
export const moving: Character[] = ['J', 'Z']

/** One note for all 36 drawings. */
export const { notReviewed } = texts
