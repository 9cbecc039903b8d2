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
