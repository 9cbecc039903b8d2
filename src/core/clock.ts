/** The only source of time. Code that depends on the time takes `now` as a parameter. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export class TimedOut extends Error {}

/** Resolves like the work, or throws TimedOut after a number of milliseconds. The work itself is not cancelled. */
export const withTimeout = async <T>(milliseconds: number, work: () => Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new TimedOut(`no answer within ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
