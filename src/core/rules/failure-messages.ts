/** Messages when the server fails or does not answer. */
export const failureMessages = {
  away: 'We could not reach the server. Check your connection, then try again. Nothing you entered is lost.',
  /** Shown from the second failed attempt on. */
  still: (tries: number, time: string) => `Still no answer. We tried ${tries} times, last at ${time}.`,
  /** Network error of the pay and join pages. */
  networkError: 'Koko has been playing with the cables again...',
  /** The server answered that a dependency is down. */
  unreachable: 'The service is not available right now. Try again soon.',
  server: 'Internal Server Error.',
} as const
