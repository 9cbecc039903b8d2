import fc from 'fast-check'
import t from 'tap'
import { targetProblem, withPlusOne } from '#src/accounts/rules/sign-in.ts'
import { shownPhone } from '#src/core/rules/format-phone.ts'
import { localPath } from '#src/core/rules/web-addresses.ts'

t.test('redirects only to local paths after login', async t => {
  for (const good of ['/course', '/email/a%40b.c?x=1', '/token?token=e_x', '/course/a%20b#c', '/'])
    t.equal(localPath(good), good)
  for (const bad of [
    undefined,
    '',
    'course',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    '/a\nb',
  ]) {
    t.equal(localPath(bad), '/course', JSON.stringify(bad))
  }
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webPath(),
        fc.string(),
        fc.webUrl(),
        fc.string().map(s => `/${s}`),
      ),
      given => {
        const url = new URL(localPath(given), 'http://signbook.invalid')
        return url.origin === 'http://signbook.invalid'
      },
    ),
  )
})

t.test('adds +1 after the second digit', async t => {
  t.strictSame(['', '4', '41', '415', '+44', '+1415'].map(withPlusOne), ['', '4', '41', '+1 415', '+44', '+1415'])
})

t.test('formats North American numbers, and leaves others as typed', async t => {
  const shown = '(512) 555-0199'
  for (const typed of [
    '5125550199',
    '512 555 0199',
    '+1 512 555 0199',
    '+15125550199',
    '1-512-555-0199',
    '+1 15125550199',
  ])
    t.equal(shownPhone(typed), shown, typed)
  for (const other of ['+44 20 7946 0958', '+20 1234 5678', '+15550101', '0125550199', ''])
    t.equal(shownPhone(other), other)
})

t.test('reports what is wrong with the target for the chosen way', async t => {
  const says = (connection: 'email' | 'sms', typed: string) => targetProblem(connection, typed)
  t.equal(says('email', ' '), 'Enter your email.')
  t.equal(says('sms', ''), 'Enter your mobile number.')
  t.equal(says('email', 'ina@'), 'Email does not look right.')
  t.equal(says('email', '(512) 555-0199'), 'This looks like a mobile number. Choose Mobile above.')
  t.equal(says('sms', '+1 ina@example.com'), 'This looks like an email. Choose Email above.')
  t.equal(says('sms', '512'), 'This mobile number does not look right.')
  t.equal(says('email', 'ina@example.com'), null)
  t.equal(says('sms', '+1 512 555 0199'), null)
})
