/** The only source of time. Code that depends on the time takes `now` as a parameter. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
