/** The whole way by a teacher's link; the pay page goes on where the sign-up ends. `asks`: what the course asks for. */
export const signUpSteps = (asks: string | null): string[] => [
  'Sign up',
  'Verify email',
  ...(asks ? [asks] : []),
  'Done',
]
