import fc from 'fast-check'
import t from 'tap'
import { dayOf, endOfDay, localTime, readLocalTime, shortDate, zoneName } from '#src/core/rules/business-day.ts'
import { holds } from '../../support/property.ts'

const zone = 'America/Chicago'

t.test('a day ends with its last millisecond in the business zone', async t => {
  t.equal(endOfDay('2026-07-04', zone).toISOString(), '2026-07-05T04:59:59.999Z', 'summer time')
  t.equal(endOfDay('2026-01-31', zone).toISOString(), '2026-02-01T05:59:59.999Z', 'winter time')
  t.equal(endOfDay('2026-03-08', zone).toISOString(), '2026-03-09T04:59:59.999Z', 'the day clocks go forward')
  t.equal(endOfDay('2026-11-01', zone).toISOString(), '2026-11-02T05:59:59.999Z', 'the day clocks go back')
  t.equal(endOfDay('2028-02-29', zone).toISOString(), '2028-03-01T05:59:59.999Z', 'a leap day')
  t.equal(endOfDay('2026-12-31', 'Pacific/Kiritimati').toISOString(), '2026-12-31T09:59:59.999Z', 'far ahead of UTC')
})

t.test('reads and shows a time as an input does', async t => {
  for (const [typed, instant] of Object.entries({
    '2026-07-04T12:00': '2026-07-04T17:00:00.000Z',
    '2026-12-04T23:30': '2026-12-05T05:30:00.000Z',
    '2026-03-08T12:00': '2026-03-08T17:00:00.000Z',
    '2026-11-01T12:00': '2026-11-01T18:00:00.000Z',
  })) {
    t.equal(readLocalTime(typed, zone)?.toISOString(), instant, typed)
    t.equal(localTime(new Date(instant), zone), typed)
  }
  for (const typed of ['', 'soon', '2026-13-01T00:00', '2026-12-04', '2026-12-04T23:30:00Z'])
    t.equal(readLocalTime(typed, zone), undefined, typed)
})

t.test('finds and formats the day of an instant', async t => {
  const night = new Date('2026-11-22T05:59:59.999Z')
  t.equal(dayOf(night, zone), '2026-11-21')
  t.equal(dayOf(new Date(night.getTime() + 1), zone), '2026-11-22')
  t.equal(dayOf(night, 'UTC'), '2026-11-22')
  t.equal(shortDate(night, zone), '11/21/26')
  t.equal(shortDate(new Date('2027-01-02T12:00:00Z'), zone), '01/02/27')
})

t.test('ends a day whose next midnight does not exist', async t => {
  t.equal(endOfDay('2018-11-03', 'America/Sao_Paulo').toISOString(), '2018-11-04T02:59:59.999Z')
  t.equal(endOfDay('2011-12-29', 'Pacific/Apia').toISOString(), '2011-12-30T09:59:59.999Z')
})

t.test('properties of days', async t => {
  const zones = fc.constantFrom(
    'America/Chicago',
    'America/St_Johns',
    // Zones where clocks change at midnight.
    'America/Havana',
    'America/Sao_Paulo',
    'Asia/Gaza',
    // A zone that once skipped a whole day.
    'Pacific/Apia',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Europe/Lisbon',
    'UTC',
  )
  // Newfoundland changed its clocks a minute after midnight until 2011, so a day continued after its midnight.
  const instants = fc.date({ min: new Date('2012-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  const hour = 60 * 60 * 1000
  holds(t, 'a day ends after each of its moments, at most 25 hours later', [instants, zones], (x, zone) => {
    const end = endOfDay(dayOf(x, zone), zone).getTime()
    return end >= x.getTime() && end < x.getTime() + 25 * hour
  })
  holds(t, 'its end is still that day, and a millisecond later is not', [instants, zones], (x, zone) => {
    const day = dayOf(x, zone)
    const end = endOfDay(day, zone)
    return dayOf(end, zone) === day && dayOf(new Date(end.getTime() + 1), zone) !== day
  })
  holds(t, 'short dates agree with the day', [instants, zones], (x, timeZone) => {
    const [year = '', month, day] = dayOf(x, timeZone).split('-')
    return shortDate(x, timeZone) === `${month}/${day}/${year.slice(2)}`
  })
})

t.test('zones have common names', async t => {
  t.equal(zoneName('America/Chicago'), 'Central Time')
  t.equal(zoneName('America/New_York'), 'Eastern Time')
})
