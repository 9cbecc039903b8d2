import type { AlphabetReason } from './rules/review.ts'

/** HTTP statuses of the reasons to refuse. */
export const alphabetStatus: Record<AlphabetReason, number> = {
  letter_not_found: 422,
  remark_required: 422,
  drawings_changed: 409,
}
