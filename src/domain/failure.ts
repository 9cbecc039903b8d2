/** What a page says where the server fails or does not answer (spec §2, §8). */
export const failureMessages = {
  away: 'We could not reach the server. Check your connection, then try again. Nothing you entered is lost.',
  /** From the second try on: what was pressed did something, and came to nothing again. */
  still: (tries: number, time: string) => `Still no answer. We tried ${tries} times, last at ${time}.`,
  /** The network error of the pay and join pages. */
  koko: 'Koko has been playing with the cables again...',
  /** There was an answer, and it says that something is away on our side. */
  unreachable: 'The service is not reachable for a moment. Try again soon.',
  server: 'Internal Server Error.',
} as const
