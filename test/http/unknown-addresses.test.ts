import t from 'tap'
import { testApp } from '../support/app.ts'
import { signedIn } from '../support/staff.ts'

t.test('unknown addresses get a JSON 404, a 404 or a redirect by their kind', async t => {
  const app = await testApp(t)
  const json = [
    '/api',
    '/api/',
    '/api/x',
    '/api?x=1',
    '/api/lti/get_enrolment',
    '/twa',
    '/twa/get_nothing',
    '/twa?x',
    '/lti',
    '/lti/x',
    '/lti?x=1',
    '/lti/pay/x',
    '/webhooks/x',
  ]
  for (const url of json) {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const answer = await app.server.inject({ method, url })
      t.equal(answer.statusCode, 404, `${method} ${url}`)
      t.match(answer.headers['content-type'], /^application\/json/)
      t.equal(answer.json().error, 'Not found')
    }
  }
  for (const url of ['/assets/x.js', '/assets/', '/assets/../package.json', '/assets/..%2f..%2fpackage.json']) {
    const answer = await app.server.inject({ url })
    t.ok([404, 403, 302].includes(answer.statusCode), `${url}: ${answer.statusCode}`)
    t.notMatch(answer.body, 'signbook')
  }
  t.equal((await app.server.inject({ url: '/assets/x.js' })).statusCode, 404)
  for (const url of [
    '/no-such-page',
    '/foo',
    '/import_access_codes',
    '/manage_product',
    '/apis',
    '/ltix',
    '/a/b/c?d=e',
  ]) {
    const answer = await app.server.inject({ url })
    t.equal(answer.statusCode, 302, url)
    t.equal(answer.headers.location, '/')
  }
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    t.equal((await app.server.inject({ method, url: '/no-such-page' })).statusCode, 404, method)
  }
})

t.test('/ redirects to /home', async t => {
  const app = await testApp(t)
  const start = await app.server.inject({ url: '/' })
  t.equal(start.statusCode, 302)
  t.equal(start.headers.location, '/home')
  t.equal((await app.server.inject({ url: '/home/' })).statusCode, 200, 'a trailing slash does not matter')
})

t.test('malformed and very long addresses cause no server error', async t => {
  const app = await testApp(t)
  for (const url of ['/%', '/%E0%A4%A', '/home/%ff', '/lti/pay?token=%E0%A4%A', `/${'x'.repeat(20_000)}`, '/%00']) {
    const { statusCode } = await app.server.inject({ url })
    t.ok(statusCode < 500, `${url.slice(0, 30)}: ${statusCode}`)
  }
})

t.test('refuses an unknown intent', async t => {
  const app = await testApp(t)
  for (const intent of ['', 'nothing', 'constructor', '__proto__', 'toString']) {
    const { statusCode } = await app.server.inject({
      method: 'POST',
      url: '/lti/pay?token=e_nothing-here',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ intent }).toString(),
    })
    t.equal(statusCode, 400, intent)
  }
})

t.test('an unknown address that starts like a staff page leads to login once, not in a circle', async t => {
  const app = await testApp(t)
  const url = '/tokens'
  t.equal((await app.server.inject({ url })).headers.location, '/login?redirect=%2Ftokens', 'a guest may sign in')
  const me = await signedIn(app)
  t.match(await me.open(url), { status: 302, location: '/' }, 'staff go to the start page')
})
