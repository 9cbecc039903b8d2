import type { Texts } from '#src/core/rules/languages/texts.ts'

/** All steps of sign-up and payment. `asks` names the payment step, if the course has one. */
export const signUpSteps = (texts: Texts['ui'], asks: string | null): string[] => [
  texts.stepSignUp,
  texts.stepVerify,
  ...(asks ? [asks] : []),
  texts.stepLast,
]
