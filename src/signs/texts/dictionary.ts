import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import texts from '#src/texts/en/pages/dictionary.ts'

/** Sentences of the reasons to refuse a call of the dictionary; `page_expired` has its own (teacher.ts). */
export const signsRefusals = {
  no_signs_found: { message: texts.none },
} as const satisfies RefusalTexts

export type SignsReason = keyof typeof signsRefusals | 'page_expired'
