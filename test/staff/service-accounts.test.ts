import t from 'tap'
import { sha256 } from '#src/core/crypto.ts'
import { deleteExpired } from '#src/desk/expired-rows.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { countOf } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct, redeem } from '../support/school.ts'
import { type Me, signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

const HOUR = 3_600_000

const scene = async (t: Test) => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeProduct(app, 'ASL1')
  const [school, other] = [await makeConsumer(app), await makeConsumer(app)]
  return { app, me, school, other }
}

/** Makes a key on the page, and returns what the page shows once. */
const keyFor = async (me: Me, over: Record<string, string | string[]> = {}): Promise<string> => {
  const fields = { intent: 'make', name: 'Distributor North', school: '', scopes: ['codes:read', 'codes:make'] }
  const shown = await me.send('/service_accounts', { ...fields, expires_at: '2027-06-30', ...over })
  return textOf(shown.body).match(/sk_sb_[\w-]{43}/)?.[0] ?? ''
}

const calling =
  (app: TestApp, key: string) =>
  async (method: 'GET' | 'POST', url: string, payload?: object, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${key}`
    const answer = await app.server.inject({
      method,
      url,
      headers: { authorization, ...headers },
      ...(payload ? { payload } : {}),
    })
    return { status: answer.statusCode, headers: answer.headers, body: answer.body, data: JSON.parse(answer.body) }
  }

const order = (over: object = {}) => ({ product_code: 'ASL1', count: 2, ...over })

t.test('a key is shown once, stored as a hash, and makes codes until it is revoked', async t => {
  const { app, me } = await scene(t)
  const key = await keyFor(me)
  const call = calling(app, key)
  const made = await call('POST', '/twa/make_coupons', order())
  t.match([made.status, made.data.batch.made_by], [200, 'Distributor North'])
  const page = textOf((await me.open('/service_accounts')).body)
  t.match(page, 'Distributor North')
  t.notMatch(page, key)
  const { rows } = await app.db.client.query('select * from service_accounts')
  t.match(rows[0], { key_hash: sha256(key), key_end: key.slice(-4) })
  t.notMatch(JSON.stringify((await app.db.client.query('select * from audit')).rows), key)
  const audit = textOf((await me.open('/audit?q=Distributor')).body)
  t.match(audit, 'Service account created')
  t.match(textOf((await me.open('/audit?kind=batch')).body), /Distributor North\s*Codes created/)
  const revoke = { intent: 'revoke', id: String(rows[0].id), confirmed: 'yes' }
  t.equal((await me.post('/service_accounts', revoke)).status, 303)
  t.match(await call('POST', '/twa/make_coupons', order()), { status: 401, data: { reason: 'unknown_key' } })
  t.equal((await me.post('/service_accounts', revoke)).status, 404)
})

t.test('a key does what its scopes say and nothing else', async t => {
  const { app, me } = await scene(t)
  const scopes = { read: ['codes:read'], make: ['codes:make'] }
  const reads = calling(app, await keyFor(me, { scopes: scopes.read }))
  const makes = calling(app, await keyFor(me, { scopes: scopes.make }))
  t.equal((await makes('POST', '/twa/make_coupons', order())).status, 200)
  const cases: [typeof reads, 'GET' | 'POST', string][] = [
    [reads, 'POST', '/twa/make_coupons'],
    [makes, 'GET', '/api/coupons'],
    [makes, 'GET', '/api/coupon_batches'],
    [reads, 'GET', '/api/users'],
    [reads, 'GET', '/api/products'],
    [makes, 'POST', '/twa/find_consumer'],
    [makes, 'POST', '/twa/get_enrollments'],
    [reads, 'POST', '/twa/import_coupons'],
    [reads, 'GET', '/api/people/1/export.zip'],
  ]
  for (const [call, method, url] of cases)
    t.match(await call(method, url, method === 'POST' ? {} : undefined), { status: 403 }, `${method} ${url}`)
  for (const url of ['/api/coupons', '/api/coupon_batches', '/api/coupon_batches/1'])
    t.equal((await reads('GET', url)).status, 200, url)
  t.match(await calling(app, `sk_sb_${'x'.repeat(43)}`)('GET', '/api/coupons'), { status: 401 })
  const page = await app.server.inject({ url: '/today', headers: { authorization: `Bearer ${await keyFor(me)}` } })
  t.equal(page.statusCode, 302, 'a key opens no page')
})

t.test('a program sees how often a code was used, and no person', async t => {
  const { app, me, school } = await scene(t)
  await makeCourse(app, school.id, ['A'], { contextId: 'c' })
  const { token } = await launch(app, school.key, {
    context_id: 'c',
    lis_person_contact_email_primary: 'ana@x.example',
  })
  const code = await makeCode(app, 'A')
  await redeem(app, token, code)
  const call = calling(app, await keyFor(me))
  const found = await call('GET', `/api/coupons/${code}`)
  t.match(found, { status: 200, data: { coupons: [{ coupon_code: code, used: 1 }] } })
  t.notMatch(found.body, /ana@|e_[\w-]{20}/)
})

t.test('a program sees its own name on a batch, and no colleague or other program', async t => {
  const { app, me } = await scene(t)
  const call = calling(app, await keyFor(me))
  const other = calling(app, await keyFor(me, { name: 'Bookshop South' }))
  await me.call('POST', '/twa/make_coupons', order())
  for (const make of [call, other]) await make('POST', '/twa/make_coupons', order())
  const { batches } = (await call('GET', '/api/coupon_batches')).data
  const names = ['Staff', 'Distributor North', 'Staff']
  t.strictSame(
    batches.map((batch: { made_by: string }) => batch.made_by),
    names,
  )
  const each = batches.map(async ({ id }: { id: number }) => (await call('GET', `/api/coupon_batches/${id}`)).data)
  t.strictSame(
    (await Promise.all(each)).map(({ batch }) => batch.made_by),
    names,
  )
  const found = async (words: string) => (await call('GET', `/api/coupon_batches?q=${words}`)).data.batches.length
  t.strictSame([await found('Sam'), await found('Bookshop')], [0, 0], 'nor by looking for a name')
  t.equal((await me.call('GET', '/api/coupon_batches?q=Sam')).data.batches.length, 1)
})

t.test('a key for a school makes and reads codes of this school only', async t => {
  const { app, me, school, other } = await scene(t)
  const call = calling(app, await keyFor(me, { school: String(school.schoolId) }))
  const theirs = (await me.call('POST', '/twa/make_coupons', order({ school: other.key }))).data
  const own = await call('POST', '/twa/make_coupons', order())
  t.equal(own.data.batch.school.id, school.schoolId, 'its school is the default')
  t.equal((await call('POST', '/twa/make_coupons', order({ school: school.schoolId }))).status, 200)
  const refused = await call('POST', '/twa/make_coupons', order({ school: other.key }))
  t.match(refused, { status: 422, data: { reason: 'school_not_found', errors: [{ field: 'school' }] } })
  t.equal((await call('GET', `/api/coupon_batches/${theirs.batch.id}`)).status, 404)
  t.equal((await call('GET', `/api/coupons/${theirs.coupons[0].coupon_code}`)).status, 404)
  t.equal((await call('GET', '/api/coupon_batches')).data.batches.length, 2)
  for (const asked of [school.schoolId, school.key])
    t.equal((await call('GET', `/api/coupons?school=${asked}`)).data.coupons.length, 4, `${asked}`)
  for (const list of ['coupons', 'coupon_batches'])
    for (const asked of [other.schoolId, other.key, 'nowhere', '0'])
      t.match(
        await call('GET', `/api/${list}?school=${asked}`),
        { status: 422, data: { reason: 'school_not_found', error: /school/ } },
        `${list} ${asked}`,
      )
})

t.test('a filter that means nothing is refused, not left out', async t => {
  const { me } = await scene(t)
  const cases: [url: string, field: string][] = [
    ['coupons?school=nowhere', 'school'],
    ['coupons?state=open', 'state'],
    ['coupons?sort=best', 'sort'],
    ['coupons?batch=spring', 'batch'],
    ['coupons?after=2', 'after'],
    ['coupons?scholl=1', 'scholl'],
    ['coupon_batches?state=unused', 'state'],
    ['coupon_batches?batch=1', 'batch'],
  ]
  for (const [url, field] of cases) {
    const { status, data } = await me.call('GET', `/api/${url}`)
    t.match({ status, error: data.error, field: data.errors?.[0].field }, { status: 422, error: /./, field }, url)
  }
  const none = 'coupons?state=&sort=&after=&batch=&school=&product=&q='
  t.equal((await me.call('GET', `/api/${none}`)).status, 200, none)
})

t.test('make_coupons takes a school by its number, key or name, and refuses what it does not know', async t => {
  const { me, school } = await scene(t)
  const { data } = await me.call('POST', '/twa/make_coupons', order({ school: school.schoolId }))
  for (const named of [
    String(school.schoolId),
    school.key,
    data.batch.school.name,
    data.batch.school.name.toUpperCase(),
  ])
    t.equal(
      (await me.call('POST', '/twa/make_coupons', order({ school: named }))).data.batch.school.id,
      school.schoolId,
      named,
    )
  t.equal((await me.call('POST', '/twa/make_coupons', order({ school: '' }))).data.batch.school, null)
  for (const over of [{ school: 'Nowhere' }, { colour: 'red' }, { Count: 3 }, { school: school.key, x: null }])
    t.match(await me.call('POST', '/twa/make_coupons', order(over)), { status: 422 }, JSON.stringify(over))
})

t.test('the same Idempotency-Key makes one batch, at once and for 24 hours', async t => {
  const { app, me } = await scene(t)
  const call = calling(app, await keyFor(me))
  const make = (key: string, over: object = {}) =>
    call('POST', '/twa/make_coupons', order(over), { 'idempotency-key': key })
  const both = await Promise.all([make('a'), make('a'), make('a')])
  const third = await make('a')
  t.strictSame(new Set([...both, third].map(r => r.status)), new Set([200]))
  t.equal(new Set([...both, third].map(r => r.body)).size, 1, 'the same answer')
  t.equal(await countOf(app, 'coupon_batches'), 1)
  t.match(await make('a', { count: 3 }), { status: 409, data: { reason: 'key_reused' } })
  t.match(await make('b', { product_code: 'NOPE' }), { status: 422 })
  t.equal((await make('b')).status, 200, 'a refused call keeps no key')
  t.equal((await make('x'.repeat(256))).status, 422)
  const staff = await app.server.inject({
    method: 'POST',
    url: '/twa/make_coupons',
    headers: { authorization: `Bearer ${me.bearer}`, 'idempotency-key': 'a' },
    payload: order(),
  })
  t.equal(staff.statusCode, 200)
  t.equal(await countOf(app, 'coupon_batches'), 3, 'each caller has keys of their own')
  await app.clock.advance(24 * HOUR)
  await deleteExpired(app)
  t.equal(await countOf(app, 'batch_calls'), 0)
  t.equal((await make('a')).status, 200)
  t.equal(await countOf(app, 'coupon_batches'), 4)
})

t.test('a key has an end and 60 calls a minute', async t => {
  const { app, me } = await scene(t)
  const call = calling(app, await keyFor(me, { expires_at: '2026-12-31' }))
  const calls = await Promise.all(Array.from({ length: 62 }, () => call('GET', '/api/coupon_batches')))
  t.equal(calls.filter(r => r.status === 200).length, 60)
  t.match(calls.find(r => r.status === 429)?.headers, { 'retry-after': /^\d+$/ })
  await app.clock.advance(90 * 24 * HOUR)
  t.equal((await call('GET', '/api/coupon_batches')).status, 401, 'expired')
})

t.test('the form refuses a key without name, scope or a good end; only managers see the page', async t => {
  const { app, me } = await scene(t)
  const wrong: Record<string, string | string[]>[] = [
    { name: ' ' },
    { scopes: [] },
    { expires_at: '' },
    { expires_at: '2020-01-01' },
    { expires_at: '2030-01-01' },
    { school: '999' },
  ]
  for (const over of wrong) t.equal(await keyFor(me, over), '', JSON.stringify(over))
  t.equal(await countOf(app, 'service_accounts'), 0)
  for (const role of ['viewer', 'support', 'signer'] as const)
    t.equal((await (await signedIn(app, role)).open('/service_accounts')).status, 403, role)
  await app.clock.advance(11 * 60_000)
  const again = await me.post('/service_accounts', {
    intent: 'make',
    name: 'Late',
    scopes: 'codes:read',
    expires_at: '2027-01-01',
  })
  t.match(textOf(again.body), /code|passkey/i, 'asks who it is')
  t.equal(await countOf(app, 'service_accounts'), 0)
})
