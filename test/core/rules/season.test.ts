import t from 'tap'
import { type Season, seasonAt } from '#src/core/rules/business-day.ts'

t.test('names the season by month and by the half of the earth that the time zone is on', t => {
  const table: [instant: string, timezone: string, season: Season][] = [
    ['2027-01-15T12:00:00Z', 'America/Chicago', 'winter'],
    ['2027-04-15T12:00:00Z', 'America/Chicago', 'spring'],
    ['2027-07-15T12:00:00Z', 'America/Chicago', 'summer'],
    ['2027-10-15T12:00:00Z', 'America/Chicago', 'autumn'],
    ['2027-12-01T12:00:00Z', 'Europe/Madrid', 'winter'],
    ['2027-01-15T12:00:00Z', 'Australia/Sydney', 'summer'],
    ['2027-04-15T12:00:00Z', 'America/Argentina/Cordoba', 'autumn'],
    ['2027-07-15T12:00:00Z', 'Pacific/Auckland', 'winter'],
    ['2027-10-15T12:00:00Z', 'Africa/Johannesburg', 'spring'],
    ['2027-07-15T12:00:00Z', 'UTC', 'summer'],
  ]
  for (const [instant, timezone, season] of table)
    t.equal(seasonAt(new Date(instant), timezone), season, `${instant} ${timezone}`)
  t.end()
})

t.test('a season begins with the month of the zone, not of UTC', t => {
  const night = new Date('2027-03-01T03:00:00Z')
  t.equal(seasonAt(night, 'America/Chicago'), 'winter')
  t.equal(seasonAt(night, 'UTC'), 'spring')
  t.end()
})
