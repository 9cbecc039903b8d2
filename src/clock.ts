/** The one source of time. Everything that decides by time takes `now` as a parameter that came from here. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
