const UNITS = [
  { minutes: 24 * 60, one: 'day', many: 'days' },
  { minutes: 60, one: 'hour', many: 'hours' },
  { minutes: 1, one: 'minute', many: 'minutes' },
]

/** Writes minutes in their largest unit: '3 minutes', '2 hours', '5 days'. */
export const durationText = (minutes: number): string => {
  const unit = UNITS.find(u => minutes >= u.minutes) ?? UNITS[2]!
  const value = Math.max(1, Math.round(minutes / unit.minutes))
  return `${value} ${value === 1 ? unit.one : unit.many}`
}
