import t from 'tap'
import { guardOf, hidesBar, showsFooter } from '#src/domain/guard.ts'
import { screens } from '#views/index.ts'
import { testApp } from '../support/app.ts'
import { signedIn } from '../support/staff.ts'

const PUBLIC =
  '/lti_teacher /lti/wts /lti/pay /lti/teacher /home /verify /enroll /success /lti_success /login /dictionary /pay /teacher /consumer'
const TO_LOGIN =
  '/access_code /access_code/ABC /course /course/x /token /token/e_x /email /email/a@b.c /manage_consumer /create_platform /activate_course /activate_course/m_x'
const TO_ROOT =
  '/import_access_codes /import_access_codes.csv /manage_sproutvideo /manage_product /about /foo /whatever /loginx /find'

t.test('spec §2, Route guard, row by row', async t => {
  for (const path of PUBLIC.split(' ')) t.equal(guardOf(path), 'open', path)
  for (const path of TO_LOGIN.split(' ')) t.equal(guardOf(path), 'login', path)
  for (const path of TO_ROOT.split(' ')) t.equal(guardOf(path), 'root', path)
})

t.test('and so it is from outside', async t => {
  const app = await testApp(t)
  for (const path of TO_LOGIN.split(' ')) {
    const url = `${path}?a=1&b=c%20d`
    const answer = await app.server.inject({ url })
    t.equal(answer.statusCode, 302, url)
    const to = new URL(String(answer.headers.location), 'http://x')
    t.equal(to.pathname, '/login')
    t.equal(to.searchParams.get('redirect'), url, 'the full original path')
  }
  for (const path of TO_ROOT.split(' ')) {
    const answer = await app.server.inject({ url: path })
    t.equal(answer.headers.location, '/', path)
  }
})

t.test('every screen for staff is guarded by the list, and every public one is in it', async t => {
  for (const { path, access } of screens) {
    for (const one of [path].flat()) {
      const sample = one.replace(/\/:\w+\??|\*/g, '')
      t.equal(guardOf(sample) === 'open', access !== 'staff', one)
    }
  }
})

t.test('the bar and the footer', async t => {
  for (const path of ['/dictionary', '/teacher', '/lti/pay', '/lti/wts', '/lti/teacher']) t.ok(hidesBar(path))
  for (const path of ['/home', '/pay', '/login', '/course']) t.notOk(hidesBar(path))
  t.notOk(showsFooter('/foo'))
  for (const { path, chrome, access } of screens) {
    const [one = ''] = [path].flat()
    if (hidesBar(one)) t.equal(chrome, 'bare', one)
    else if (access === 'staff') t.equal(chrome, 'bar', one)
  }
})

t.test('a post from elsewhere is refused, a post after the session keeps what was typed', async t => {
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
    t.equal((await me.open('/login')).status, 303, `still in after ${JSON.stringify(from)}`)
  }
})
