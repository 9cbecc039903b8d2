import fc from 'fast-check'
import t from 'tap'
import { localPath, withPlusOne } from '#src/domain/sign-in.ts'

t.test('after login one comes to a path of our own, whatever the query says', async t => {
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

t.test('+1 comes by itself once more than two characters are typed', async t => {
  t.strictSame(['', '4', '41', '415', '+44', '+1415'].map(withPlusOne), ['', '4', '41', '+1415', '+44', '+1415'])
})
