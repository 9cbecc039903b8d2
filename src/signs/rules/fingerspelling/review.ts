import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { handFiles } from './hand-files.ts'

/** The version of the drawings: the hashes of all files. A changed drawing has to be reviewed again. */
export const drawingsVersion = Object.values(handFiles)
  .map(address => address.split('?')[1])
  .join('-')

export const ALPHABET_COMMENT_MAX = 1000

/** Sentences of the reasons to refuse a step of the review. */
export const alphabetRefusals = {
  letter_not_found: { message: 'Choose one of the letters and numbers.', field: 'character' },
  remark_required: { message: 'Say what looks wrong, and how it should look.', field: 'text' },
  drawings_changed: { message: 'The drawings changed after you opened the page. Look at them again.' },
} as const satisfies RefusalTexts

export type AlphabetReason = keyof typeof alphabetRefusals
