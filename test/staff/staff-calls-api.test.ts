import t from 'tap'
import { audit } from '#src/core/audit/store/schema.ts'
import { rotateConsumerSecret } from '#src/schools/consumers.ts'
import { testApp } from '../support/app.ts'
import { countOf } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct, redeem } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'

const CALLS = {
  GET: '/api/products /api/users /api/lti_courses/x /twa/get_lti_courses/x /api/coupons/x /api/openapi.json',
  POST: 'activate_lti_course/x import_coupons get_enrollments get_enrollment process_enrollment unprocess_enrollment get_memberships get_membership process_membership unprocess_membership find_consumer create_consumer update_consumer activate_course check_domain add_domain remove_domain check_product create_product update_product create_platform',
}
const all = [
  ...CALLS.GET.split(' ').map(url => ({ method: 'GET' as const, url })),
  ...CALLS.POST.split(' ').map(name => ({ method: 'POST' as const, url: `/twa/${name}` })),
]

t.test('every staff call checks the bearer before the body, and answers nonsense with a message', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  for (const { method, url } of all) {
    const bare = await app.server.inject({
      method,
      url,
      payload: method === 'POST' ? '{"broken' : undefined,
      headers: { 'content-type': 'application/json' },
    })
    t.equal(bare.statusCode, 401, url)
    t.equal(bare.json().error, 'Unauthorized.')
    if (method === 'GET') continue
    const { status, data } = await me.call(method, url, { nonsense: [1, { a: null }] })
    t.ok(status >= 400 && status < 500 && data.error, `${url}: ${status}`)
  }
  const spec = (await me.call('GET', '/api/openapi.json')).data
  const described = Object.keys(spec.paths)
  for (const { url } of all.filter(c => !c.url.includes('openapi')))
    t.ok(
      described.some(p => url.startsWith(p.split('{')[0] ?? '')),
      `${url} is described`,
    )
  const { '/lti/search_signs': search, '/lti/check_access': access, '/api/lti/ping': ping } = spec.paths
  t.strictSame(
    search.get.parameters.map((p: { name: string }) => p.name),
    ['term', 'page', 'pictures'],
  )
  for (const { get } of [search, access, ping]) t.ok(get.responses['200'])
  t.equal(spec.paths['/twa/create_product'].post.requestBody.content['application/json'].schema.required.length, 4)
})

t.test('accepts the cookie only from our own pages', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const ask = (headers: Record<string, string>) =>
    app.server.inject({
      method: 'POST',
      url: '/twa/check_product',
      payload: { product_code: 'X' },
      headers: { cookie: me.cookie, host: 'localhost:3000', ...headers },
    })
  t.equal((await ask({ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' })).statusCode, 404)
  t.equal((await ask({ 'sec-fetch-site': 'same-origin' })).statusCode, 404)
  for (const bad of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, {}])
    t.equal((await ask(bad as Record<string, string>)).statusCode, 401, JSON.stringify(bad))
})

t.test('roles: a viewer reads, support changes, a manager manages', async t => {
  const app = await testApp(t)
  const { key } = await makeConsumer(app)
  await makeProduct(app, 'A')
  const { token } = await launch(app, key)
  const [viewer, support] = [await signedIn(app, 'viewer'), await signedIn(app, 'support')]
  t.equal((await viewer.call('POST', '/twa/get_enrollment', { token })).status, 200)
  const refused = await viewer.call('POST', '/twa/process_enrollment', { token })
  t.strictSame([refused.status, refused.data.error], [403, 'Your role does not allow this. Ask a manager.'])
  t.equal((await support.call('POST', '/twa/process_enrollment', { token })).status, 200)
  t.equal((await support.call('POST', '/twa/create_consumer', { key: 'k', name: 'n' })).status, 403)
  t.equal(
    (
      await support.call('POST', '/twa/create_product', {
        product_code: 'B',
        stripe_price_id: 'p',
        name: 'B',
        units: [],
      })
    ).status,
    403,
  )
})

t.test('activation: products, history, flags of the school, last means, two schools with one context id', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, [], { contextId: 'ctx-1' })
  const [a, b] = [await makeProduct(app, 'A'), await makeProduct(app, 'B')]
  const set = (lti_course: object, more: object = {}) =>
    me.call('POST', '/twa/activate_lti_course/ctx-1', { lti_course, ...more })
  const first = await set({ product_ids: [a.id, b.id], allows_wts: true, expires_at: '2027-01-31T05:59:59.999Z' })
  t.equal(first.status, 200)
  t.match(first.data.lti_course, {
    allows_wts: true,
    expires_at: '2027-01-31T05:59:59.999Z',
    products: [{ product_code: 'A' }, { product_code: 'B' }],
  })
  t.match(first.data.lti_course.lti_activations, [
    { user_id: me.staff.id, user_name: 'Sam S', product_ids: [a.id, b.id] },
  ])
  t.match(await set({ product_ids: [a.id, b.id], expires_at: '2001-01-01T00:00:00.000Z' }), {
    status: 422,
    data: { error: 'The date must be today or later.' },
  })
  await set({ product_ids: [b.id, a.id] })
  t.equal((await app.db.orm.select().from(audit)).length, 1, 'saving the same again leaves no audit line')
  const off = await set({ product_ids: [a.id], accepts_payment: false, accepts_access_code: false })
  t.strictSame([off.status, off.data.error], [422, 'At least one of payment and access codes must stay on.'])
  t.equal((await set({ product_ids: [999] })).status, 422)
  t.equal(
    (await set({ product_ids: [a.id], accepts_payment: false })).data.lti_course.lti_consumer.accepts_payment,
    false,
  )
  t.match(await set({ product_ids: [], expires_at: null }), {
    status: 409,
    data: { reason: 'products_unconfirmed', errors: [{ field: 'confirm' }] },
  })
  t.equal((await me.call('GET', '/api/lti_courses/ctx-1')).data.lti_course.products.length, 1, 'nothing changed')
  const emptied = await set({ product_ids: [], expires_at: null }, { confirm: true })
  t.match(emptied, { status: 200, data: { lti_course: { products: [], expires_at: null } } })
  t.equal((await set({ product_ids: [] })).status, 200, 'an empty course stays empty')
  const other = await makeConsumer(app)
  const otherCourse = await makeCourse(app, other.id, [], { contextId: 'ctx-1' })
  t.equal((await set({ product_ids: [a.id] })).status, 409)
  t.equal((await set({ product_ids: [a.id] }, { lti_course_id: otherCourse.id })).data.lti_course.id, otherCourse.id)
  t.equal((await me.call('GET', '/twa/get_lti_courses/ctx-1')).data.lti_courses.length, 2)
  t.equal((await me.call('GET', '/api/lti_courses/ctx-1')).status, 409)
  t.equal((await me.call('GET', `/api/lti_courses/${otherCourse.id}`)).data.lti_course.id, otherCourse.id)
  t.equal((await me.call('GET', '/twa/get_lti_courses/nope')).data.error, 'Course not found')
})

t.test('parallel changes of a course are both in the history', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, [], { contextId: 'ctx-1' })
  const [a, b] = [await makeProduct(app, 'A'), await makeProduct(app, 'B')]
  const [one, two] = [await signedIn(app, 'manager'), await signedIn(app, 'support')]
  const set = (me: typeof one, id: number) =>
    me.call('POST', '/twa/activate_lti_course/ctx-1', { lti_course: { product_ids: [id] } })
  await Promise.all([set(one, a.id), set(two, b.id)])
  const { lti_course } = (await one.call('GET', '/api/lti_courses/ctx-1')).data
  t.equal(lti_course.lti_activations.length, 2)
  t.equal(lti_course.lti_activations[0].product_ids[0], lti_course.products[0].id)
  const lines = await app.db.orm.select().from(audit)
  t.strictSame(new Set(lines.map(l => l.actor)), new Set([`staff:${one.staff.id}`, `staff:${two.staff.id}`]))
})

t.test(
  "the school's payment flags changed from two courses: one means stays on, only a manager changes them, with audit",
  async t => {
    const app = await testApp(t)
    const [me, support] = [await signedIn(app), await signedIn(app, 'support')]
    const school = await makeConsumer(app)
    for (const contextId of ['one', 'two']) await makeCourse(app, school.id, [], { contextId })
    const turn = (who: typeof me, course: string, flags: object) =>
      who.call('POST', `/twa/activate_lti_course/${course}`, { lti_course: { product_ids: [], ...flags } })
    const flags = ['accepts_payment', 'accepts_access_code']
    const answers = await Promise.all(['one', 'two'].map((course, i) => turn(me, course, { [flags[i] ?? '']: false })))
    t.strictSame(answers.map(a => a.status).sort(), [200, 422])
    const first = answers[0]?.status === 200 ? 0 : 1
    const lines = (await app.db.orm.select().from(audit)).filter(l => l.subjectKind === 'school')
    const before = { acceptsPayment: true, acceptsAccessCode: true }
    t.match(lines, [
      {
        subjectId: school.schoolId,
        actor: `staff:${me.staff.id}`,
        before,
        after: { ...before, [first === 0 ? 'acceptsPayment' : 'acceptsAccessCode']: false },
      },
    ])
    t.equal((await turn(support, 'one', { [flags[first] ?? '']: true })).status, 403)
    t.equal(
      (await turn(support, 'one', { [flags[first] ?? '']: false, allows_wts: true })).status,
      200,
      'unchanged flags are accepted',
    )
  },
)

t.test('codes, emails and rows by token, with the documented messages', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { id, key } = await makeConsumer(app)
  await makeCourse(app, id, ['A'], { contextId: 'ctx-1' })
  const code = await makeCode(app, 'A', { couponCode: 'ABCD-1234' })
  const { token } = await launch(app, key, { lis_person_contact_email_primary: 'Ana@School.example' })
  await redeem(app, token, code)
  const { coupons } = (await me.call('GET', '/api/coupons/abcd1234')).data
  t.match(coupons, [
    {
      coupon_code: code,
      used: 1,
      max_usage: 1,
      lti_enrollments: [{ token, email: 'ana@school.example' }],
      memberships: [],
    },
  ])
  const rows = (await me.call('POST', '/twa/get_enrollments', { email: ' ANA@school.EXAMPLE' })).data.lti_enrollments
  t.match(rows, [{ token, is_processed: true, source: 'code' }])
  const words: [string, object, number, string][] = [
    ['get_enrollments', { email: 'x@x.example' }, 404, 'Enrollments not found'],
    ['get_memberships', { email: 'x@x.example' }, 404, 'Memberships not found'],
    ['get_membership', { token }, 404, 'Membership not found'],
    ['process_enrollment', { token: 'e_nope' }, 404, 'Not found'],
    ['process_membership', { token }, 404, 'Not found'],
    ['activate_course', { token: ' ', product_code: 'A' }, 422, 'Token field needs to have a value.'],
    ['activate_course', { token: 'm_nope' }, 422, 'Choose a product.'],
    ['activate_course', { token: 'm_nope', product_code: ' ' }, 422, 'Choose a product.'],
    ['activate_course', { token: 'm_nope', product_code: 'A' }, 404, 'Membership not found'],
    ['find_consumer', { key: ' ' }, 422, 'Key field cannot be blank'],
    ['check_domain', { domain: 'no domain' }, 404, 'Cannot get information for domain'],
    ['add_domain', { domain: 'a.example', units: '1' }, 404, 'Problem adding account(s) for the domain'],
    ['remove_domain', { domain: 'a.example', units: '1' }, 404, 'Problem removing account(s) for the domain'],
    [
      'create_product',
      { product_code: '', stripe_price_id: '', name: '', units: [] },
      422,
      'Product Code, Stripe Price ID, and Name fields cannot be blank',
    ],
  ]
  for (const [path, body, status, sentence] of words) {
    const answer = await me.call('POST', `/twa/${path}`, body)
    t.equal(answer.status, status, path)
    t.match(JSON.stringify(answer.data), sentence, path)
  }
  t.equal((await me.call('GET', '/api/coupons/NOPE00')).data.error, 'Access code not found')
  const views = (await app.db.orm.select().from(audit)).filter(l => l.action === 'view')
  t.equal(views.length, 1, 'the view of a person is recorded')
})

t.test('a missing record is <thing>_not_found: 404 if the call is about it, 422 if another field names it', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeCourse(app, (await makeConsumer(app)).id, [], { contextId: 'ctx-1' })
  const make = { product_code: 'NOPE', count: '1', max_usage: '1', expires_at: '', code: '' }
  const calls: [path: string, body: object, status: number, reason: string][] = [
    ['process_enrollment', { token: 'e_nope' }, 404, 'entitlement_not_found'],
    ['get_enrollments', { email: 'x@x.example' }, 404, 'enrollment_not_found'],
    ['check_product', { product_code: 'NOPE' }, 404, 'product_not_found'],
    ['make_coupons', make, 422, 'product_not_found'],
    ['activate_lti_course/ctx-1', { lti_course: { product_ids: [999] } }, 422, 'product_not_found'],
  ]
  for (const [path, body, status, reason] of calls) {
    const answer = await me.call('POST', `/twa/${path}`, body)
    t.match([answer.status, answer.data], [status, { reason }], path)
  }
})

t.test('consumers: created, found, changed; the secret is shown once', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const made = (await me.call('POST', '/twa/create_consumer', { key: 'twa_new', name: 'New School' })).data
    .created_consumer
  t.match(made, { key: 'twa_new', is_hosted: true })
  t.match(made.secret, /^[\w-]{43}$/)
  const found = await me.call('POST', '/twa/find_consumer', { key: 'twa_new' })
  t.equal(found.data.found_consumer_by_key.name, 'New School')
  t.notMatch(JSON.stringify(found.data), made.secret)
  t.match((await me.call('POST', '/twa/find_consumer', { key: 'new school' })).data, {
    found_consumer_by_key: null,
    found_consumer_by_name: { key: 'twa_new' },
  })
  t.equal((await me.call('POST', '/twa/create_consumer', { key: 'other', name: 'NEW school' })).status, 409)
  const both = await Promise.all([1, 2].map(() => me.call('POST', '/twa/create_consumer', { key: 'k', name: 'K' })))
  t.strictSame(both.map(b => b.status).sort(), [200, 409])
  const update = (body: object) => me.call('POST', '/twa/update_consumer', { key: 'twa_new', ...body })
  t.match((await update({ accepts_payment: false, email_domain: '@School.EDU', is_k12: true })).data.updated_consumer, {
    accepts_payment: false,
    email_domain: 'school.edu',
    is_k12: true,
  })
  t.equal((await update({ accepts_access_code: false })).status, 422)
  t.match(await update({ email_domain: 'no domain' }), {
    status: 422,
    data: { reason: 'invalid_email_domain', errors: [{ field: 'email_domain' }] },
  })
  t.equal((await update({ email_domain: null })).data.updated_consumer.email_domain, null)
  t.equal((await me.call('POST', '/twa/update_consumer', { key: 'nope' })).status, 404)
  const rotate = (reason: string) => rotateConsumerSecret(app, 'twa_new', me.staff, reason)
  t.strictSame(await rotate(' '), { ok: false, reason: 'reason_required' })
  const rotated = await rotate('leaked')
  const after = await launch(app, 'twa_new', {}, { secret: rotated.ok ? rotated.secret : '' })
  t.equal(after.status, 303, 'the new secret works')
  t.equal((await launch(app, 'twa_new', {}, { secret: made.secret })).status, 303, 'and so does the previous one')
})

t.test('products: created, checked and changed', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const given = { product_code: 'ASL9', stripe_price_id: 'price_1', name: 'Nine', units: [9, 3, 9] }
  const made = await me.call('POST', '/twa/create_product', given)
  t.strictSame(made.data.product.units_for_teacher, [3, 9])
  t.equal((await me.call('POST', '/twa/create_product', given)).status, 409)
  t.equal(
    (await me.call('POST', '/twa/create_product', { ...given, product_code: 'asl9' })).status,
    409,
    'the same in another case',
  )
  t.equal((await me.call('POST', '/twa/check_product', { product_code: 'asl9' })).data.product.product_code, 'ASL9')
  t.equal(
    (await me.call('POST', '/twa/update_product', { ...given, name: 'Neun', units: [] })).data.product.name,
    'Neun',
  )
  t.equal((await me.call('POST', '/twa/update_product', { ...given, units: [20] })).status, 422)
  t.equal((await me.call('POST', '/twa/update_product', { ...given, product_code: 'NOPE' })).status, 404)
  t.equal((await me.call('POST', '/twa/check_product', { product_code: 'NOPE' })).data.error, 'Product not found')
})

t.test('parallel creation of codes that differ only in case makes one product', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const make = (product_code: string) =>
    me.call('POST', '/twa/create_product', { product_code, stripe_price_id: 'price_1', name: 'Twin', units: [] })
  const codes = ['ASL9', 'asl9', 'Asl9', 'aSl9', 'asL9', 'ASl9', 'AsL9', 'aSL9', 'ASL9', 'asl9']
  const made = await Promise.all(codes.map(make))
  t.strictSame(made.map(m => m.status).sort(), [200, ...Array(9).fill(409)])
  t.equal(await countOf(app, "products where lower(product_code) = 'asl9'"), 1)
  t.equal(await countOf(app, "audit where action = 'create-product'"), 1)
  await app.db.client.query(
    "insert into products (product_code, name, stripe_price_id) values ('OLD1', 'x', 'p'), ('old1', 'x', 'p')",
  )
  t.equal((await make('Old1')).status, 409, 'no third one beside older duplicates')
})
