import t from 'tap'
import { testApp } from '../../support/app.ts'
import { headingOf, tagsOf, textOf } from '../../support/html.ts'
import { signedIn } from '../../support/staff.ts'

t.test('the API reference shows every call of the OpenAPI description', async t => {
  const app = await testApp(t)
  const me = await signedIn(app, 'viewer')
  const { status, body } = await me.open('/api_reference')
  t.equal(status, 200)
  t.equal(headingOf(body), 'API reference')
  const spec = (await me.call('GET', '/api/openapi.json')).data
  const described = Object.entries<object>(spec.paths).flatMap(([path, calls]) =>
    Object.keys(calls).map(method => `${method.toUpperCase()} ${path}`),
  )
  const shown = body.split('<summary>').slice(1).map(textOf)
  for (const call of described)
    t.ok(
      shown.some(text => text.startsWith(call)),
      call,
    )
  const ids = tagsOf(body, 'details').flatMap(d => d.id ?? [])
  t.equal(new Set(ids).size, described.length, 'each has an anchor of its own')
})

t.test('a call lists what it takes and replies, with nested fields', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { body } = await me.open('/api_reference')
  const call = (id: string) => textOf(body.split(`id="${id}"`)[1]?.split('</details>')[0] ?? '')
  const find = call('get-api-find')
  t.match(find, 'Needs a staff session.')
  t.match(find, /In the query .* q string optional The text/)
  t.match(find, /person\.courses\[\]\.course\. context_title string or null always/)
  const send = call('post-api-students-send_code')
  t.match(send, 'Open to everyone.')
  t.match(send, /Body .* enroll_token string optional The join token/)
  t.match(send, /Reply 403 also has .* canvas_domain string or null sometimes/)
  t.match(textOf(body), /When a call fails .* reason string sometimes A stable code/)
})

t.test('About links to the reference and to the description; guests see neither', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const links = tagsOf((await me.open('/about')).body, 'a').map(a => a.href)
  t.ok(links.includes('/api_reference') && links.includes('/api/openapi.json'))
  const guest = await app.server.inject('/api_reference')
  t.match([guest.statusCode, guest.headers.location], [302, '/'])
})
