import t from 'tap'
import { readDate, readInstant } from '#src/core/rules/dates.ts'

t.test('reads ISO 8601 and epoch time', async t => {
  const cases: [sent: string, read: string][] = [
    ['2026-12-20T06:00:00Z', '2026-12-20T06:00:00.000Z'],
    ['2026-12-20T06:00:00.123Z', '2026-12-20T06:00:00.123Z'],
    ['2026-12-20T00:00:00-06:00', '2026-12-20T06:00:00.000Z'],
    ['2026-12-20T00:00:00-0600', '2026-12-20T06:00:00.000Z'],
    ['2026-12-20T00:00-06', '2026-12-20T06:00:00.000Z'],
    // Canvas.
    ['2026-12-20 00:00:00 -0600', '2026-12-20T06:00:00.000Z'],
    ['2026-12-20 06:00:00 UTC', '2026-12-20T06:00:00.000Z'],
    ['2026-12-20 06:00:00', '2026-12-20T06:00:00.000Z'],
    // Moodle.
    ['1797746400', '2026-12-20T06:00:00.000Z'],
    ['1797746400000', '2026-12-20T06:00:00.000Z'],
  ]
  for (const [sent, read] of cases) t.equal(readInstant(sent)?.toISOString(), read, sent)
})

t.test('anything else is not known', async t => {
  const cases = `0|-1|12|2026|202612|Fall 2026|Week 12|ASL 1|1|12/20|Dec 20, 2026|20.12.2026|2026-12|2026-13-01T00:00:00Z
    2026-02-30T00:00:00Z|2026-12-20T25:00:00Z|2026-12-20T06:00:00 CET|2026-W50|1999-12-31T23:59:59Z|2100-01-01T00:00:00Z
    1797746400.5|17977464000|9999999999999|-200000-01-01T00:00:00Z|1797746400Z|NaN||$Canvas.term.endAt|0000000000`
  for (const sent of cases.split(/\||\n/)) t.equal(readInstant(sent), null, sent)
  for (const sent of ['0', '12', '2026', 'Fall 2026', '1899-12-31'])
    t.equal(
      readDate(sent, day => new Date(day)),
      null,
      sent,
    )
})

t.test('a bare day is the edge that its reader wants', async t => {
  const noon = (day: string) => new Date(`${day}T12:00:00Z`)
  t.equal(readDate(' 2026-05-08 ', noon)?.toISOString(), '2026-05-08T12:00:00.000Z')
  t.equal(readDate('5/8/2026', noon), null)
  t.equal(readDate('2026-05-08T01:00:00Z', noon)?.toISOString(), '2026-05-08T01:00:00.000Z')
})
