import { approveAlphabet, commentOnLetter, isReviewed, viewAlphabetReview } from './review-alphabet.ts'
import type { App } from "#src/context.ts";

export const makeFingerspelling = (app: App) => ({
  isReviewed: isReviewed(app),
  viewAlphabetReview: viewAlphabetReview(app),
  commentOnLetter: commentOnLetter(app),
  approveAlphabet: approveAlphabet(app),
})

export type Fingerspelling = ReturnType<typeof makeFingerspelling>
