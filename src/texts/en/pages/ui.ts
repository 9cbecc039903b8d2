/** Parts that many pages share. */
export default {
  uhOh: 'Uh oh!',
  back: 'Back',
  close: 'Close',
  openInWindow: 'Open the text in a new window',
  tryAgain: 'Try again',
  oneMoment: 'One moment…',
  dismiss: 'Dismiss',
  notification: 'Notification',
  steps: 'Steps',
  stepDone: 'Done: ',
  stepAgree: 'Agree',
  stepLast: 'Done',
  stepSignUp: 'Sign up',
  stepVerify: 'Verify email',
  reference: 'Reference',
  courseId: 'Course ID',
  /** Ways to reach us. */
  needHelp: 'Need help?',
  /** For teachers and parents, whom Spanish addresses formally. */
  needHelpFormal: 'Need help?',
  videophone: 'Videophone',
  /** In demo mode, after the numbers. */
  sampleNumbers: '(sample numbers)',
  textUs: 'Text',
  /** Shown if the server fails or does not answer. */
  away: 'We could not reach the server. Check your connection, then try again. Nothing you entered is lost.',
  /** Shown from the second failed attempt on. */
  stillAway: (tries: number) => `Still no answer. We tried ${tries} times.`,
  networkError: 'Koko has been playing with the cables again...',
  /** The server answered that a dependency is down. */
  unreachable: 'The service is not available right now. Try again soon.',
  server: 'Internal Server Error.',
  /** A wrong access code, sign-up code or sign-in code. Fixed wording. */
  wrongCode: 'The code given is not right.',
  /** The check that a person fills in the form. */
  checkIdle: 'We check that you are a person while you type.',
  checkRuns: 'Checking that you are a person…',
  checkPassed: 'Check passed.',
  checkQuestion: 'Show that you are a person',
  checkHint: 'Type the answer as a number.',
  terms: 'Terms of Use',
  privacy: 'Privacy Policy',
} as const
