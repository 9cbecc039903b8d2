import t from 'tap'
import { testApp } from '../support/app.ts'
import { signedIn } from '../support/staff.ts'

t.test('refuses posts from other sites', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const send = (headers: Record<string, string>) =>
    app.server.inject({
      method: 'POST',
      url: '/logout',
      headers: { ...form, host: 'localhost:3000', ...headers },
      payload: '',
    })
  for (const from of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    {},
  ]) {
    await send({ cookie: me.cookie, ...(from as Record<string, string>) })
    t.equal((await me.open('/login')).status, 303, `still logged in after ${JSON.stringify(from)}`)
  }
})

t.test('the session cookie is bound to the host where it is sent over https', async t => {
  for (const [publicUrl, name] of [
    ['https://signbook.example', '__Host-signbook_staff'],
    ['http://localhost:3000', 'signbook_staff'],
  ] as const) {
    const app = await testApp(t, { env: { PUBLIC_URL: publicUrl } })
    const value = (await signedIn(app)).cookie.split('=')[1]
    const { headers } = await app.server.inject({ url: '/course', headers: { cookie: `${name}=${value}` } })
    const cookie = [headers['set-cookie'] ?? ''].flat().find(c => c.startsWith(`${name}=`)) ?? ''
    t.match(cookie, /; Path=\//)
    t.equal(/; Secure/.test(cookie), name.startsWith('__Host-'))
    t.notMatch(cookie, 'Domain')
    const other = name === 'signbook_staff' ? '__Host-signbook_staff' : 'signbook_staff'
    t.equal((await app.server.inject({ url: '/course', headers: { cookie: `${other}=${value}` } })).statusCode, 302)
  }
})
