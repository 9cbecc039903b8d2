import t from 'tap'
import { audit } from '#src/core/audit/store/schema.ts'
import { closeCheckouts } from '#src/payments/checkout-checks.ts'
import { findSchool, updateSchool } from '#src/schools/schools.ts'
import { emulatedCanvas } from '../support/canvas.ts'
import { tagsOf, textOf } from '../support/html.ts'
import { launch13, practicePlatform } from '../support/oidc.ts'
import { deploymentRows, enrollmentRow, jobsOf, messagesTo } from '../support/rows.ts'
import { makeConsumer, makeCourse, makeProduct } from '../support/school.ts'
import {
  buy,
  COMPLETED,
  checkoutRow,
  deliver,
  isProcessed,
  openFlags,
  openSuccess,
  payAt,
  postForm,
  pressPay,
  shop,
} from '../support/shop.ts'
import { codeTo, joinable, signUp, verify } from '../support/sign-up.ts'
import { signedIn } from '../support/staff.ts'

/** Card payment by LTI 1.1, LTI 1.3 and sign-up, and changes of products by staff. */
t.test(
  "an LTI 1.3 member pays: the client reference is the membership's session id, and the row is processed",
  async t => {
    const given = await shop(t)
    const platform = await practicePlatform(t, given.app)
    const { token } = await launch13(given.app, platform)
    const me = await signedIn(given.app)
    await makeProduct(given.app, 'B')
    await me.call('POST', '/twa/activate_course', { token, product_code: 'B', create_coupon: false })
    const { id } = await pressPay({ base: given.base, token })
    const session = given.stripe.world.getSession(id)
    const row = await enrollmentRow(given.app, token)
    t.equal(session.client_reference_id, row.sessionId)
    t.strictSame(
      session.lines.map(l => l.price.id),
      ['price_B'],
    )
    const back = await payAt(given, id)
    t.match(back, '/lti_success?token=m_')
    t.match((await openSuccess(given, back)).body, 'You are in!')
    await deliver(given, COMPLETED)
    const { membership } = (await me.call('POST', '/twa/get_membership', { token })).data
    t.match(membership, { is_processed: true, source: 'card', stripe_event_id: /^evt_/ })
    t.hasStrict(await checkoutRow(given, id), { status: 'paid', entitlementId: row.id, courseId: row.courseId })
  },
)

t.test('a person who signed up pays on /pay and returns to /success with only the session id', async t => {
  const { canvas } = await emulatedCanvas(t)
  const given = await shop(t, { canvas })
  const { course } = await joinable(given.app, { canvasDomain: 'canvas.example', canvasCourseId: '7' })
  await signUp(given.app, course.joinToken)
  const code = await codeTo(given.app, 'ana@school.example')
  const { lti_enrollment } = await verify(given.app, course.joinToken, 'ana@school.example', code)
  const { token } = lti_enrollment
  const page = await fetch(`${given.base}/pay?token=${token}`)
  t.match(await page.text(), '$49.00')
  const answer = await postForm(`${given.base}/pay?token=${token}`, { agreed: 'yes', intent: 'checkout' })
  t.equal(answer.status, 303)
  const [id = ''] = answer.headers.get('location')?.match(/cs_test_\w+/) ?? []
  const session = given.stripe.world.getSession(id)
  t.equal(session.customer_email, 'ana@school.example')
  t.equal(session.cancel_url, `http://localhost:3000/pay?token=${token}&note=cancelled`)
  const left = await fetch(`${given.base}/pay?token=${token}&note=cancelled`)
  t.match(await left.text(), 'You left before you paid. Nothing was charged.')
  t.match(session.success_url, '/success?course_id=7&live=false&session_id={CHECKOUT_SESSION_ID}')
  const back = await payAt(given, id)
  const { status, body } = await openSuccess(given, back)
  t.equal(status, 200)
  t.match(body, 'You are in!')
  t.match(textOf(body), /You can use it until \w+ \d+, \d{4}\. We'll email your receipt to ana@school\.example\./)
  t.match(body, 'https://canvas.example/courses/7')
  t.match(body, 'Test mode')
  t.ok(await isProcessed({ base: given.base, token }))
  const kinds = (await messagesTo(given.app, 'ana@school.example')).map(m => m.kind)
  t.strictSame(kinds.filter(kind => kind !== 'code').sort(), ['receipt', 'welcome'])
  await openSuccess(given, (await buy(given)).back)
  const mixed = await openSuccess(given, `${given.base}/lti_success?token=${given.token}&session_id=${id}`)
  t.match(mixed.body, 'You are in!')
  t.notMatch(mixed.body, 'email your receipt', "another person's payment")
})

t.test('/success without a payment shows only what is true for everybody', async t => {
  const given = await shop(t)
  await joinable(given.app, { canvasDomain: 'canvas.example', canvasCourseId: '7' })
  const open = (query: string) => openSuccess(given, `${given.base}/success${query}`)
  const { status, body } = await open('?course_id=999&live=true')
  t.equal(status, 200)
  t.match(body, 'Your payment has been processed.')
  t.notMatch(body, /You are in|canvas\.example/)
  for (const query of ['', '?live=true', '?session_id=cs_test_unknown', '?session_id=%00'])
    t.notMatch((await open(query)).body, /has been processed|You are in|canvas\.example/, query)
  t.match((await open('?course_id=7&live=true')).body, 'https://canvas.example/courses/7')
})

t.test('asks for a receipt address when the LMS sends no email, and uses it only for receipts', async t => {
  const given = await shop(t, { person: { lis_person_contact_email_primary: '' } })
  for (const receipt_email of ['', ' ', 'nobody', 'a b@c.example']) {
    const { status, body } = await pressPay(given, { receipt_email })
    t.equal(status, 422)
    t.match(body, receipt_email.trim() ? 'Email does not look right.' : 'Enter an email for the receipt.')
  }
  const { id } = await pressPay(given, { receipt_email: ' Ana@Home.Example ' })
  t.equal(given.stripe.world.getSession(id).customer_email, 'ana@home.example')
  const { body } = await openSuccess(given, await payAt(given, id))
  t.match(textOf(body), "We'll email your receipt to the address you gave.")
  t.notMatch(body, 'ana@home.example', "the address may be another person's")
  await deliver(given, COMPLETED)
  t.strictSame(
    (await messagesTo(given.app, 'ana@home.example')).map(m => m.kind),
    ['receipt'],
  )
  const me = await signedIn(given.app)
  const { lti_enrollment } = (await me.call('POST', '/twa/get_enrollment', { token: given.token })).data
  t.equal(lti_enrollment.email, null, 'kept apart from the email of the LMS')
})

t.test('a K-12 school takes cards if, and only if, card payment is on', async t => {
  const given = await shop(t)
  const page = async () => (await fetch(`${given.base}/lti/pay?token=${given.token}`)).text()
  const me = await signedIn(given.app)
  const change = async (body: object) =>
    (await me.call('POST', '/twa/update_consumer', { key: given.school.key, ...body })).data.updated_consumer
  const off = await change({ is_k12: true, accepts_access_code: undefined })
  t.match(off, { is_k12: true, accepts_payment: false, accepts_access_code: true }, 'off, unless the call says')
  t.notHas(off, 'takes_cards_k12')
  t.notMatch(await page(), 'Make Payment')
  const refused = await pressPay(given)
  t.equal(refused.status, 403)
  t.match(refused.body, 'This school does not take card payments.')
  t.match(await change({ accepts_payment: true }), { is_k12: true, accepts_payment: true })
  t.match(await page(), 'Make Payment')
  t.equal((await pressPay(given)).status, 303)
  t.match(await change({ is_k12: true }), { accepts_payment: true }, 'a K-12 school that stays one keeps its choice')
  await change({ is_k12: false })
  t.match(await change({ is_k12: true, accepts_payment: true }), { is_k12: true, accepts_payment: true })
})

t.test('a K-12 school on LTI 1.3 has the same choice', async t => {
  const given = await shop(t)
  const { token } = await launch13(given.app, await practicePlatform(t, given.app))
  const me = await signedIn(given.app)
  await makeProduct(given.app, 'B')
  await me.call('POST', '/twa/activate_course', { token, product_code: 'B', create_coupon: false })
  const id = (await deploymentRows(given.app))[0]?.schoolId ?? 0
  t.match(await findSchool(given.app, id, me.staff), { isK12: false, acceptsPayment: true })
  const change = async (body: Parameters<typeof updateSchool>[2]) => {
    const changed = await updateSchool(given.app, id, body, me.staff)
    return changed.ok && changed.school
  }
  const buyer = { base: given.base, token }
  t.match(await change({ isK12: true }), { isK12: true, acceptsPayment: false, acceptsAccessCode: true })
  t.equal((await pressPay(buyer)).status, 403)
  t.match(await change({ acceptsPayment: true }), { isK12: true, acceptsPayment: true })
  t.equal((await pressPay(buyer)).status, 303)
  const lines = (await given.app.db.orm.select().from(audit)).filter(line => line.action === 'update-school')
  t.match(lines.at(-1), { before: { acceptsPayment: false }, after: { acceptsPayment: true } })
})

t.test('after staff change the products, a job closes open checkouts and settles paid ones', async t => {
  const given = await shop(t, { products: ['A', 'B'] })
  const me = await signedIn(given.app)
  const ids = Object.fromEntries(
    await Promise.all(['A', 'B', 'C'].map(async code => [code, (await makeProduct(given.app, code)).id])),
  )
  const activate = async (...codes: string[]) => {
    const lti_course = { product_ids: codes.map(code => ids[code]) }
    const before = (await jobsOf(given.app, 'close-checkouts')).length
    t.equal((await me.call('POST', `/twa/activate_lti_course/${given.course.contextId}`, { lti_course })).status, 200)
    const [job] = (await jobsOf(given.app, 'close-checkouts')).slice(before)
    t.strictSame(job, { courseId: given.course.id })
    await closeCheckouts(given.app, { courseId: given.course.id })
  }
  const { id } = await pressPay(given)
  await activate('A', 'C')
  t.equal(given.stripe.world.getSession(id).status, 'expired')
  const next = await pressPay(given)
  await payAt(given, next.id)
  await activate('B')
  t.equal((await checkoutRow(given, next.id)).status, 'paid', 'paid a moment before, so it counts')
  t.notOk(await isProcessed(given))
  t.strictSame(await openFlags(given), ['products_changed'])
  await activate('C')
  t.ok(await isProcessed(given), 'the payment now covers the course')
  t.strictSame(await openFlags(given), ['products_changed'], 'A was paid for and is not needed')
  await activate('A', 'C')
  t.strictSame(await openFlags(given), [])
})

t.test('rejects a price of zero, which the provider would not charge', async t => {
  const given = await shop(t)
  const me = await signedIn(given.app)
  const price = given.stripe.world.prices.get('price_A')!
  for (const [id, unit_amount] of Object.entries({ price_free: 0, price_open: null as unknown as number })) {
    given.stripe.world.prices.set(id, { ...price, id, unit_amount })
    const change = { product_code: 'A', stripe_price_id: id, name: 'Product A', units: [1] }
    t.equal((await me.call('POST', '/twa/update_product', change)).status, 422, id)
  }
})

t.test('changing the price of a product closes checkouts at the old price', async t => {
  const given = await shop(t)
  const me = await signedIn(given.app)
  const { id } = await pressPay(given)
  const change = { product_code: 'A', stripe_price_id: 'price_C', name: 'Product A', units: [1] }
  t.equal((await me.call('POST', '/twa/update_product', change)).status, 200)
  const [job] = await jobsOf(given.app, 'close-checkouts')
  await closeCheckouts(given.app, job as { productId: number })
  t.equal(given.stripe.world.getSession(id).status, 'expired')
  const next = await pressPay(given)
  t.equal(given.stripe.world.getSession(next.id).lines[0]?.price.id, 'price_C')
})

t.test('accepts only prices that the card provider knows as active and one-time', async t => {
  const given = await shop(t)
  const me = await signedIn(given.app)
  const make = (stripe_price_id: string) =>
    me.call('POST', '/twa/create_product', { product_code: 'X', stripe_price_id, name: 'X', units: [] })
  for (const id of ['price_unknown', 'price_demo_inactive', 'price_demo_monthly']) {
    const { status, data } = await make(id)
    t.strictSame([status, data.error], [422, 'Stripe price not found'], id)
  }
  const fields = { product_code: 'X', name: 'X', stripe_price_id: 'price_unknown', intent: 'create' }
  const { status, body } = await me.post('/manage_product', fields)
  t.equal(status, 422)
  t.equal(textOf(body).split('Stripe price not found').length, 2, 'the page shows the error once, at its field')
  const box = tagsOf(body, 'input').find(i => i.name === 'stripe_price_id')
  t.match(body, new RegExp(`id="${box?.['aria-describedby']}" role="alert">Stripe price not found<`))
  given.stripe.armed.push({ path: '/v1/prices', status: 500, times: 1 })
  const away = await make('price_C')
  t.equal(away.status, 502)
  t.match(away.data.error, 'we could not check the price')
  t.equal((await make('price_C')).status, 200)
})

t.test('the page shows prices and their sum, cached until the provider announces a change', async t => {
  const given = await shop(t, { products: ['A', 'B'] })
  const page = async () => (await fetch(`${given.base}/lti/pay?token=${given.token}`)).text()
  const asked = () => given.stripe.asked.filter(a => a.path.startsWith('/v1/prices')).length
  const first = await page()
  t.match(first, '$98.00')
  t.equal(first.split('$49.00').length - 1 > 1, true)
  await page()
  t.equal(asked(), 2, 'cached')
  given.stripe.world.setPrice({ ...given.stripe.world.prices.get('price_A')!, unit_amount: 5050 })
  await deliver(given, 'price.updated')
  t.match(await page(), '$99.50')
  t.equal(asked(), 3, 'only the changed price')
})

t.test('the card service is away: the page says so in the error-message element, and nothing is charged', async t => {
  const given = await shop(t)
  for (const [status, sentence] of [
    [500, 'The card service is not answering. Nothing was charged.'],
    [429, 'The card service is not answering. Nothing was charged.'],
    [400, 'The card service refused this order. Nothing was charged.'],
  ] as const) {
    given.stripe.armed.push({ path: '/v1/checkout', status, times: 9 })
    const answer = await pressPay(given)
    given.stripe.armed.length = 0
    t.equal(answer.status, 502)
    t.match(answer.body, new RegExp(`id="error-message"[^]*${sentence}`))
  }
  given.stripe.armed.push({ path: '/v1/prices', status: 500, times: 9 })
  t.equal((await pressPay(given)).status, 303, 'and works again')
})

t.test('without a card provider nobody can start a payment', async t => {
  const given = await shop(t, { env: { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '', STRIPE_API_BASE: '' } })
  const school = await makeConsumer(given.app)
  await makeCourse(given.app, school.id, ['A'])
  const { status, body } = await pressPay(given)
  t.equal(status, 409)
  t.match(body, 'Card payment is not set up yet.')
  t.equal((await fetch(`${given.base}/webhooks/stripe`, { method: 'POST', body: '{}' })).status, 404)
})
