import t from 'tap'
import { testApp } from '../support/app.ts'

t.test('security.txt names a contact and does not expire soon', async t => {
  const app = await testApp(t, { env: { SUPPORT_EMAIL: 'help@signbook.example' } })
  const { statusCode, headers, body } = await app.server.inject({ url: '/.well-known/security.txt' })
  t.equal(statusCode, 200)
  t.match(headers['content-type'], 'text/plain; charset=utf-8')
  t.match(body, 'Contact: mailto:help@signbook.example')
  t.match(body, 'Canonical: http://localhost:3000/.well-known/security.txt')
  const expires = new Date(body.match(/Expires: (.*)/)?.[1] ?? '')
  const days = (expires.getTime() - app.clock.now().getTime()) / 86_400_000
  t.ok(days > 30 && days < 365, 'RFC 9116 recommends less than a year')
})
