import fc from 'fast-check'
import addressparser from 'nodemailer/lib/addressparser'
import t from 'tap'
import { cleanEmail, samePerson } from '#src/core/rules/person.ts'
import { holds } from '../../support/property.ts'

t.test('cleans an email address', async t => {
  const cases: [given: string | null | undefined, email: string | null][] = [
    ['Ana@School.Example', 'ana@school.example'],
    ['\t ana@school.example\n', 'ana@school.example'],
    ["o'brien+asl@school.example", "o'brien+asl@school.example"],
    ['ana@пример.рф', 'ana@xn--e1afmkfd.xn--p1ai'],
    ['ана@пример.рф', null],
    [`ana@${'a.'.repeat(122)}example`, null],
    [`ana@${'a.'.repeat(121)}example`, `ana@${'a.'.repeat(121)}example`],
    ['@school.example', null],
    ['ana@', null],
    ['ana@school', null],
    ['ana.school.example', null],
    ['ana@school.example ana@x.example', null],
    ['$Person.email', null],
    ['ana\u0007@school.example', null],
    ['7,bar@school.example', null],
    ['vic(x)@school.example', null],
    ['Ana <ana@school.example>', null],
    ['a:b@school.example;', null],
    ['"a b"@school.example', null],
    ['ana@[127.0.0.1].example', null],
    ['ana\ud800@school.example', null],
    ['', null],
    [null, null],
    [undefined, null],
  ]
  for (const [given, email] of cases) t.equal(cleanEmail(given), email, JSON.stringify(given))
  for (const [, email] of cases)
    if (email)
      t.strictSame(addressparser(email), [{ address: email, name: '' }], 'a mailer sends it to exactly this address')
  t.equal(cleanEmail(`a@${'.'.repeat(200_000)}@`), null, 'a very long one is fast')
})

t.test('recognizes the same person', async t => {
  const same = (a: [number, string | null], b: [number, string | null]) =>
    samePerson({ personId: a[0], email: a[1] }, { personId: b[0], email: b[1] })
  t.equal(same([1, null], [1, null]), true, 'the same row')
  t.equal(same([1, 'a@x.example'], [1, 'b@x.example']), true, 'the same row with a new address')
  t.equal(same([1, 'a@x.example'], [2, 'a@x.example']), true, 'the same address')
  t.equal(same([1, 'a@x.example'], [2, 'b@x.example']), false)
  t.equal(same([1, null], [2, null]), false, 'two missing addresses are never the same')
  t.equal(same([1, null], [2, 'a@x.example']), false)

  const key = fc.record({ personId: fc.integer({ min: 1, max: 3 }), email: fc.constantFrom(null, 'a@x.example') })
  holds(t, 'it is symmetric', [key, key], (a, b) => samePerson(a, b) === samePerson(b, a))
  holds(t, 'it is reflexive', [key], a => samePerson(a, a))
})
