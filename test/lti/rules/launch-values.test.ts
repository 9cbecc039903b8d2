import fc from 'fast-check'
import t from 'tap'
import { cleanEmail } from '#src/core/rules/person.ts'
import {
  launchHost,
  launchOrigin,
  launchSchoolName,
  launchText,
  termEnd,
  termStart,
} from '#src/lti/rules/launch-course.ts'
import { holds } from '../../support/property.ts'

t.test('cleans a text or drops it', async t => {
  const cases: [sent: string | undefined, text: string | null][] = [
    [undefined, null],
    ['', null],
    ['   ', null],
    [' ASL 1 ', 'ASL 1'],
    ['$Canvas.term.endAt', null],
    ['$Person.name.full', null],
    ['$5 fee', '$5 fee'],
    ['costs $Canvas', 'costs $Canvas'],
    ['a\0b', 'ab'],
    ['\0', null],
    ['two\r\nlines', 'two\r\nlines'],
    ['🤟 signs', '🤟 signs'],
  ]
  for (const [sent, text] of cases) t.equal(launchText(sent), text, JSON.stringify(sent))
  t.equal(launchText('x'.repeat(9000))?.length, 500, 'it is cut')
})

t.test('cleans an email or drops it', async t => {
  const cases: [sent: string | undefined, email: string | null][] = [
    [' Ana@School.Example ', 'ana@school.example'],
    ['', null],
    [undefined, null],
    ['$Person.email.primary', null],
    ['ana', null],
    ['ana@school', null],
    ['ana@@school.example', null],
    ['a b@school.example', null],
    ['ana+1@school.example', 'ana+1@school.example'],
    ['a\0na@school.example', null],
    [`${'a'.repeat(250)}@x.example`, null],
  ]
  for (const [sent, email] of cases) t.equal(cleanEmail(sent), email, JSON.stringify(sent))
})

const ZONE = 'America/Chicago'

t.test('reads an instant as sent, and a bare day in the business zone', async t => {
  const ends: [sent: string, end: string][] = [
    ['2026-12-20T06:00:00Z', '2026-12-20T06:00:00.000Z'],
    ['2026-12-20T00:00:00-06:00', '2026-12-20T06:00:00.000Z'],
    [' 2026-12-20 ', '2026-12-21T05:59:59.999Z'],
  ]
  for (const [sent, end] of ends) t.equal(termEnd(sent, ZONE)?.toISOString(), end, sent)
  t.equal(termStart('2026-08-24', ZONE)?.toISOString(), '2026-08-24T05:00:00.000Z')
  t.equal(termStart('2026-03-01', ZONE)?.toISOString(), '2026-03-01T06:00:00.000Z')
  for (const sent of [undefined, '', 'soon', '$Canvas.term.endAt', '2026-13-40', '-200000-01-01T00:00:00Z', 'NaN']) {
    t.equal(termStart(sent, ZONE), null, JSON.stringify(sent))
    t.equal(termEnd(sent, ZONE), null, JSON.stringify(sent))
  }
  for (const odd of ['0000-01-01', '0050-01-01', '9999-12-31', '1/1/0000'])
    for (const read of [termStart, termEnd]) t.match(read(odd, ZONE)?.toISOString() ?? 'none', /Z$|none/, odd)
})

t.test('reads a host', async t => {
  const cases: [sent: string | undefined, host: string | null][] = [
    ['canvas.example', 'canvas.example'],
    ['HTTPS://Canvas.Example/courses/1', 'canvas.example'],
    ['canvas.example:8443', 'canvas.example:8443'],
    ['http://user:pw@canvas.example/', 'canvas.example'],
    ['', null],
    ['$Canvas.api.domain', null],
    ['two words', null],
    ['evil.example;sandbox', null],
    ['*', null],
    ['*.example', null],
    ["'none'", null],
  ]
  for (const [sent, host] of cases) t.equal(launchHost(sent), host, JSON.stringify(sent))
})

t.test('reads an origin', async t => {
  const cases: [sent: string | undefined, origin: string | null][] = [
    ['https://lms.example/mod/lti/return.php?x=1', 'https://lms.example'],
    ['http://localhost:8095/return', 'http://localhost:8095'],
    ['HTTPS://LMS.Example:443/', 'https://lms.example'],
    ['about:blank', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['lms.example', null],
    ['', null],
    ['https://evil.example;sandbox/', null],
    ['https://*/', null],
  ]
  for (const [sent, origin] of cases) t.equal(launchOrigin(sent), origin, JSON.stringify(sent))
})

t.test('cleaned values are safe where they are used', async t => {
  const sent = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.string().map(s => `https://${s}`),
  )
  const plain = /^[\w.-]+(:\d+)?$/
  holds(t, 'a host is one plain word in a policy', [sent], s => plain.test(launchHost(s) ?? 'x'))
  holds(t, 'so is an origin', [sent], s => {
    const origin = launchOrigin(s) ?? 'https://x'
    return /^https?:\/\//.test(origin) && plain.test(origin.replace(/^https?:\/\//, ''))
  })
  holds(t, 'a text has no NUL and is never empty', [sent], s => !/^$|\0/.test(launchText(s) ?? 'x'))
  holds(t, 'cleaning an email twice changes nothing', [fc.emailAddress()], s => {
    const email = cleanEmail(s)
    return email === null || cleanEmail(email) === email
  })
  holds(t, 'a date fits in the database', [fc.date({ noInvalidDate: true })], date => {
    const year = termEnd(date.toISOString(), ZONE)?.getUTCFullYear() ?? 2026
    return year > -4700 && year < 294_000
  })
})

t.test('the name of a vendor or product is no name of a school', t => {
  for (const name of [
    ...['Schoology', 'Blackboard, Inc.', 'Blackboard Learn', 'Moodle', 'New Site', 'Canvas LMS', 'Instructure, Inc.'],
    ...[
      'D2L',
      'Brightspace by D2L',
      'D2L Corporation',
      'Sakai',
      'Open edX',
      'Anthology Blackboard',
      'PowerSchool LLC',
      'My Moodle',
      'Moodle 4.5',
      'itslearning AS',
      'Open LMS',
      ' ',
      '$x',
    ],
  ])
    t.equal(launchSchoolName(name), null, name)
  for (const name of [
    'River High',
    'HVA',
    'Moodle of River High',
    'Canvas College',
    'Escuela Blackboard Norte',
    'My School',
    'School 42',
    'Ω',
  ])
    t.equal(launchSchoolName(name), name)
  t.end()
})
