import { join } from 'node:path'
import t from 'tap'
import { root, testApp } from '../support/app.ts'
import { tagsOf } from '../support/html.ts'
import { signedIn } from '../support/staff.ts'

interface Operation {
  operationId?: string
  summary?: string
  security?: object[]
  requestBody?: { content: Record<string, { example?: unknown; examples?: unknown }> }
  responses: Record<string, { content?: Record<string, object> }>
}

t.test('the OpenAPI description lists JSON calls only, each with a name, a summary and its security', async t => {
  const app = await testApp(t)
  const me = await signedIn(app, 'viewer')
  const { paths } = (await me.call('GET', '/api/openapi.json')).data
  const calls = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, ...operation })),
  )
  t.ok(calls.length > 40, `${calls.length} calls`)
  for (const { name, path, operationId, summary, security, requestBody, responses } of calls) {
    t.match(path, /^\/(api|twa|lti)\//)
    t.ok(operationId && summary && security, name)
    for (const { example, examples } of Object.values(requestBody?.content ?? {}))
      t.ok(example ?? examples, `${name}: an example`)
    t.strictSame(Object.keys(responses[200]?.content ?? {}), ['application/json'], name)
  }
  t.equal(new Set(calls.map(c => c.operationId)).size, calls.length, 'each name is used once')
  t.match(paths['/api/coupons/{id}'].get, { operationId: 'getApiCouponsId', security: [{ bearer: [] }] })
  const keys = calls.filter(c => c.security?.some(s => 'serviceKey' in s)).map(c => c.name)
  t.strictSame(keys.sort(), [
    'get /api/coupon_batches',
    'get /api/coupon_batches/{id}',
    'get /api/coupons',
    'get /api/coupons/{id}',
    'post /twa/make_coupons',
  ])
  t.strictSame(paths['/lti/search_signs'].get.security, [], 'open to everyone')
  t.notOk(paths['/api/people/{id}/export.zip'], 'a file is left out')
  const body = (path: string) => paths[path].post.requestBody.content['application/json']
  t.match(body('/twa/make_coupons').examples.random.value, { product_code: 'ASL1', count: 30 })
  t.match(body('/twa/add_domain').example, { units: '1_7-8' })
})

t.test('signed-in staff see the description as a page, from our own files', async t => {
  for (const clientFolder of [undefined, join(root, 'dist/client')]) {
    const app = await testApp(t, clientFolder ? { clientFolder } : {})
    const { cookie } = await signedIn(app, 'viewer')
    const get = (url: string) => app.server.inject({ url, headers: { cookie } })
    const page = await get('/api_reference')
    t.match([page.statusCode, page.headers['content-type']], [200, 'text/html; charset=utf-8'])
    t.match(page.headers['content-security-policy'], "default-src 'none'; script-src 'self'; style-src 'self';")
    t.notMatch(page.headers['content-security-policy'], /unsafe|http/)
    const files = [...tagsOf(page.body, 'script').map(s => s.src), ...tagsOf(page.body, 'link').map(l => l.href)]
    t.ok(files.length > 4)
    for (const file of files) t.equal((await get(String(file))).statusCode, 200, String(file))
    t.same((await get('/api_reference/json')).json(), (await get('/api/openapi.json')).json())
  }
})

t.test('guests and colleagues of the clip studio see neither page nor files', async t => {
  const app = await testApp(t)
  const signer = await signedIn(app, 'signer')
  for (const url of ['/api_reference', '/api_reference/json', '/api_reference/static/swagger-ui.css']) {
    const guest = await app.server.inject(url)
    t.match([guest.statusCode, guest.headers.location], [302, '/'], url)
    t.equal((await signer.open(url)).status, 403, url)
  }
})

t.test('About links to the page and to the description', async t => {
  const app = await testApp(t)
  const links = tagsOf((await (await signedIn(app)).open('/about')).body, 'a').map(a => a.href)
  t.ok(links.includes('/api_reference') && links.includes('/api/openapi.json'))
})
