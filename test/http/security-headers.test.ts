import t from 'tap'
import { saveStaff } from '#src/accounts/store/staff.ts'
import { screens } from '#views/index.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'

const policyOf = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    String(headers['content-security-policy'] ?? '')
      .split(/; */)
      .map(part => [part.split(' ')[0] ?? '', part.split(' ').slice(1).join(' ')]),
  )

const get = async (app: TestApp, url: string, cookie = '', more: Record<string, string> = {}) => {
  const { headers, statusCode, body } = await app.server.inject({ url, headers: { cookie, ...more } })
  return { headers: headers as Record<string, unknown>, statusCode, body, policy: policyOf(headers) }
}

/** True for staff pages, which need a cookie here. The login redirects people who are logged in. */
const isForStaff = (url: string) =>
  screens.some(s => s.access === 'staff' && [s.path].flat().some(path => path === url))

t.test('sets security headers on every answer', async t => {
  for (const [publicUrl, hsts] of [
    ['http://localhost:3000', undefined],
    ['https://signbook.example', 'max-age=31536000'],
  ] as const) {
    const app = await testApp(t, { env: { PUBLIC_URL: publicUrl } })
    for (const url of ['/home', '/api/lti/ping', '/lti/launch', '/lti/pay', '/no-such', '/api/no-such', '/healthz']) {
      const { headers } = await get(app, url)
      t.equal(headers['x-content-type-options'], 'nosniff', url)
      t.equal(headers['referrer-policy'], 'same-origin', url)
      t.equal(headers['x-frame-options'], undefined, 'framing is controlled by the policy')
      t.equal(headers['strict-transport-security'], hsts, `${url} at ${publicUrl}`)
      t.equal(headers['x-powered-by'], undefined)
      t.equal(headers['access-control-allow-origin'], undefined)
    }
  }
})

t.test('no reply of a JSON call is stored', async t => {
  const app = await testApp(t)
  const { cookie } = await signedIn(app)
  for (const url of [
    '/api/users',
    '/api/coupons/NOPE',
    '/api/courses?enroll_token=e_x',
    '/api/captcha',
    '/api/no-such',
  ])
    t.equal((await get(app, url, cookie)).headers['cache-control'], 'no-store', url)
  t.equal((await get(app, '/api/users')).headers['cache-control'], 'no-store', 'nor a refusal')
})

/** Addresses of pages that redirect without a value. */
const FILLED: Record<string, string> = {
  '/your_name': '/your_name?change=yes',
  '/watch/:slot': '/watch/agree',
  '/lti/refused': '/lti/refused?reason=nonce&reference=7KQ2M-9M4XT',
  // Without a launch it leads to the teacher page.
  '/lti/lesson': '/lti/teacher',
  '/lti/projector': '/lti/teacher',
  '/lti/activities': '/lti/teacher',
  '/lti/practice': '/lti/teacher',
}

t.test('the policy of every page allows our own files and nothing inline', async t => {
  const app = await testApp(t)
  const { cookie } = await signedIn(app)
  const school = await makeConsumer(app)
  const { token } = await launch(app, school.key)
  const paths = screens.flatMap(s => s.path).map(path => FILLED[path] ?? path)
  // Asks only when the last sign-in is older than ten minutes, and then other pages lead to it: see below.
  const shown = paths.filter(path => path !== '/confirm_sign_in')
  const urls = [...shown, `/lti/pay?token=${token}`, `/lti/pay?token=${token}&step=coupons`]
  for (const url of [...urls, '/lti/launch', '/lti/pay?token=e_nothing-here']) {
    const { policy, headers } = await get(app, url, isForStaff(url.replace(/\?.*/, '')) ? cookie : '')
    t.equal(policy['default-src'], "'none'", url)
    t.equal(policy['script-src'], "'self'")
    t.equal(policy['style-src'], "'self'")
    t.equal(policy['connect-src'], "'self'")
    t.equal(policy['form-action'], "'self'")
    t.equal(policy['base-uri'], "'none'")
    t.notMatch(JSON.stringify(policy), /unsafe|\*|http:/)
    t.equal(headers['cache-control'], 'no-store')
    t.equal(headers['content-type'], 'text/html; charset=utf-8')
  }
  app.clock.advance(11 * 60 * 1000)
  t.equal((await get(app, '/confirm_sign_in', cookie)).policy['script-src'], "'self'")
})

t.test('only pages with the captcha or the chat may load from their vendors', async t => {
  const app = await testApp(t, {
    env: {
      ...{ CAPTCHA_PROVIDER: 'recaptcha', RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: 'secret' },
      ...{ CHAT_PROVIDER: 'chatwoot', CHAT_BASE_URL: 'https://chat.example' },
      ...{ CHAT_WEBSITE_TOKEN: 'site', CHAT_HMAC_TOKEN: 'inbox' },
    },
  })
  const { policy } = await get(app, '/login')
  t.equal(policy['script-src'], "'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/")
  t.match(policy['frame-src'], 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/')
  t.equal(policy['style-src'], "'self' 'unsafe-inline'")
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key)
  const pay = await get(app, `/lti/pay?token=${token}`)
  t.equal(pay.policy['script-src'], "'self' https://chat.example")
  for (const url of ['/home', '/terms', '/dictionary', '/lti/launch']) {
    const { policy } = await get(app, url)
    t.notMatch(JSON.stringify(policy), /google|gstatic|chat\.example|unsafe/, url)
  }
})

t.test('only the page that records a clip may use the camera, and none the microphone', async t => {
  const app = await testApp(t)
  const { cookie } = await signedIn(app)
  for (const url of [...screens.flatMap(s => s.path), '/lti/launch', '/api/lti/ping', '/no-such']) {
    const { headers, policy } = await get(app, url, isForStaff(url) ? cookie : '')
    const records = url === '/clips/sign/:slug'
    t.equal(
      headers['permissions-policy'],
      `camera=(${records ? 'self' : ''}), microphone=(), geolocation=(), browsing-topics=()`,
      url,
    )
    t.equal(/\bblob:/.test(policy['media-src'] ?? ''), records, `${url} plays what it recorded`)
  }
})

t.test('no page has inline scripts, inline styles or handler attributes', async t => {
  const app = await testApp(t)
  const { cookie } = await signedIn(app)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1', title: '<script>alert(1)</script>" onload="x' })
  const { token } = await launch(app, school.key, { context_title: `<script>alert(1)</script>"' onload=x` })
  for (const url of [...screens.flatMap(s => s.path), `/lti/pay?token=${token}`]) {
    const { body } = await get(app, url, isForStaff(url) ? cookie : '')
    t.notMatch(body, /<script(?![^>]*\ssrc=)/, `${url}: script`)
    t.notMatch(body, /<style\b|\sstyle=/, `${url}: style`)
    t.notMatch(body.replace(/="[^"]*"/g, '=""'), /<[^>]*\son\w+=/, `${url}: handler`)
    t.notMatch(body, '<script>alert')
  }
})

t.test('only the LMS may frame LTI pages', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  for (const url of ['/home', '/terms', '/privacy']) {
    t.equal((await get(app, url)).policy['frame-ancestors'], "'none'", url)
  }
  for (const url of ['/lti/teacher', '/lti/wts', '/lti/launch', '/lti/pay', '/lti/pay?token=e_nothing-here']) {
    t.equal((await get(app, url)).policy['frame-ancestors'], "'self'", `${url}: no LMS is known`)
    const asked = await get(app, url, '', { referer: 'https://lms.example/course/1?x' })
    t.equal(asked.policy['frame-ancestors'], "'self' https://lms.example", `${url}: the page that asked`)
    const own = await get(app, url, '', { referer: 'http://localhost:3000/lti/pay' })
    t.equal(own.policy['frame-ancestors'], "'self'", `${url}: a page of ours`)
  }
  for (const odd of ['null', 'https://*.example', "https://a;b'c", 'about:blank', 'x'])
    t.equal((await get(app, '/lti/pay', '', { origin: odd })).policy['frame-ancestors'], "'self'", odd)
  const framers = async (context_id: string, over: Record<string, string>) => {
    const { token } = await launch(app, school.key, { context_id, ...over })
    return (await get(app, `/lti/pay?token=${token}`)).policy['frame-ancestors']
  }
  const back = (url: string) => ({ launch_presentation_return_url: url })
  t.equal(await framers('1', {}), "'self'")
  t.equal(await framers('2', back('https://lms.example/mod/return?x=1')), "'self' https://lms.example")
  t.equal(await framers('3', { custom_canvas_api_domain: 'canvas.example' }), "'self' https://canvas.example")
  t.equal(
    await framers('4', { ...back('http://localhost:8095/x'), custom_canvas_api_domain: 'canvas.example' }),
    "'self' http://localhost:8095 https://canvas.example",
  )
  for (const evil of ['https://x;sandbox/', 'https://*/', 'javascript:alert(1)', "https://'none'/", 'https://a b/']) {
    t.equal(await framers(evil, back(evil)), "'self'", evil)
    t.equal(await framers(`host ${evil}`, { custom_canvas_api_domain: evil }), "'self'", evil)
  }
})

t.test("a staff picture may load from its own host, on that person's staff pages only", async t => {
  const app = await testApp(t)
  const pages = async (imageUrl: string | null) => {
    const me = await signedIn(app)
    await saveStaff(app.db, { email: me.staff.email, imageUrl })
    return [await get(app, '/course', me.cookie), await get(app, '/dictionary', me.cookie)] as const
  }
  const [office, dictionary] = await pages('https://img.example/a/b.png?s=1')
  t.equal(office.policy['img-src'], "'self' data: https://img.example")
  t.match(office.body, 'src="https://img.example/a/b.png?s=1"')
  t.equal(dictionary.policy['img-src'], "'self' data:")
  for (const bad of ['http://img.example/a.png', 'javascript:alert(1)', "https://*.example/'self'", 'nonsense', null]) {
    const [{ policy, body }] = await pages(bad)
    t.equal(policy['img-src'], "'self' data:", String(bad))
    t.match(body, '>SS</span>', 'initials instead')
  }
})
