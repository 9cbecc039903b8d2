import type { Clock } from '#src/core/clock.ts'

export interface TestClock extends Clock {
  set(instant: Date | string): void
  advance(milliseconds: number): void
}

/** A clock that only the test moves. */
export const testClock = (start: Date | string = '2026-11-21T15:00:00Z'): TestClock => {
  let now = new Date(start)
  return {
    now: () => new Date(now),
    set: instant => {
      now = new Date(instant)
    },
    advance: milliseconds => {
      now = new Date(now.getTime() + milliseconds)
    },
  }
}
