/** All steps of sign-up and payment. `asks` names the payment step, if the course has one. */
export const signUpSteps = (asks: string | null): string[] => [
  'Sign up',
  'Verify email',
  ...(asks ? [asks] : []),
  'Done',
]
