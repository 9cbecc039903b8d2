/** Seconds by which the time of a launch may differ from ours, before and after, in both LTI versions. */
export const WINDOW_SECONDS = 300

/** From this difference on, staff and administrators are warned. */
export const NOTABLE_SECONDS = 60

const timeOf = (seconds: number): string => {
  const at = new Date(Math.round(seconds) * 1000)
  return Number.isNaN(at.getTime()) ? `second ${seconds}` : at.toISOString().replace('T', ' ').slice(0, 19)
}

/** Names both clocks and their difference. It does not say which is wrong: nobody can know it from one launch. */
export const clocksText = (theirSeconds: number, now: Date): string => {
  const ours = now.getTime() / 1000
  const apart = Math.round(Math.abs(theirSeconds - ours))
  return `the LMS wrote ${timeOf(theirSeconds)} UTC when it was ${timeOf(ours)} UTC here, ${apart} seconds ${theirSeconds < ours ? 'later' : 'earlier'}`
}
