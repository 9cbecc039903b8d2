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

/**
 * Returns a signal that aborts after a time limit, or with another signal. Call `end` when the work has ended. Not
 * AbortSignal.any: Node 20 may collect its timeout as garbage.
 */
export const startLimit = (milliseconds: number, signal: AbortSignal | undefined) => {
  const stop = new AbortController()
  const late = new Error(`no answer within ${milliseconds / 1000} seconds`)
  const timer = setTimeout(() => stop.abort(late), milliseconds)
  const passOn = () => stop.abort(signal?.reason)
  signal?.addEventListener('abort', passOn)
  if (signal?.aborted) passOn()
  return {
    signal: stop.signal,
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', passOn)
    },
  }
}
