import type { Deps } from './deps.ts'
import { approveAlphabet, commentOnLetter, isReviewed, viewAlphabetReview } from './review-alphabet.ts'

export const makeFingerspelling = (deps: Deps) => ({
  isReviewed: isReviewed(deps),
  viewAlphabetReview: viewAlphabetReview(deps),
  commentOnLetter: commentOnLetter(deps),
  approveAlphabet: approveAlphabet(deps),
})

export type Fingerspelling = ReturnType<typeof makeFingerspelling>
