import t from 'tap'
import { type TestApp, testApp } from '../support/app.ts'
import { enrollmentRow } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct, redeem } from '../support/school.ts'

const getEnrollment = async (app: TestApp, token: unknown) => {
  const answer = await app.server.inject({
    method: 'POST',
    url: '/api/lti/get_enrollment',
    payload: { enroll_token: token },
  })
  return { http: answer.statusCode, type: answer.headers['content-type'], text: answer.body, ...answer.json() }
}

t.test('returns exactly the documented fields', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app, { name: 'True Hands', acceptsPayment: false })
  const a = await makeProduct(app, 'A')
  const b = await makeProduct(app, 'B')
  await makeCourse(app, school.id, ['A', 'B'], {
    contextId: 'ctx-1',
    title: 'ASL 1',
    label: 'L1',
    canvasDomain: 'canvas.example',
    canvasCourseId: '101',
  })
  const code = await makeCode(app, 'A')
  const { token } = await launch(app, school.key, {
    context_title: '',
    lis_person_contact_email_primary: 'ana@school.example',
    lis_result_sourcedid: 'grade-1',
    lis_outcome_service_url: 'https://lms.example/service',
  })
  await redeem(app, token, code)
  const row = await enrollmentRow(app, token)
  const { http, type, lti_enrollment } = await getEnrollment(app, token)
  t.equal(http, 200)
  t.match(type, /^application\/json/)
  t.strictSame(lti_enrollment, {
    id: row.id,
    email: 'ana@school.example',
    is_processed: false,
    updated_at: row.updatedAt.toISOString(),
    token,
    session_id: row.sessionId,
    grade_passback_id: 'grade-1',
    coupons: [{ coupon_code: code, product: { product_code: 'A' } }],
    lti_course: {
      context_title: 'ASL 1',
      context_id: 'ctx-1',
      context_label: 'L1',
      canvas_domain: 'canvas.example',
      canvas_course_id: '101',
      products: [
        { id: a.id, product_code: 'A', name: 'Product A' },
        { id: b.id, product_code: 'B', name: 'Product B' },
      ],
      lti_consumer: { name: 'True Hands', accepts_payment: false, accepts_access_code: true },
    },
  })
  await redeem(app, token, await makeCode(app, 'B'))
  t.equal((await getEnrollment(app, token)).lti_enrollment.is_processed, true)
})

t.test('does not list a voided code', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A', 'B'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key)
  await redeem(app, token, await makeCode(app, 'A'))
  await app.db.client.query('update coupon_uses set voided_at = now()')
  t.strictSame((await getEnrollment(app, token)).lti_enrollment.coupons, [])
})

t.test("public calls reveal nothing about other people, the school's secrets or prices", async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app, {
    name: 'True Hands',
    key: 'the-consumer-key',
    secret: 'the-secret',
    previousSecret: 'the-old-secret',
    emailDomain: 'domain.example',
  })
  const course = await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const secret = { secret: 'the-secret' }
  const ana = await launch(app, school.key, { lis_person_contact_email_primary: 'ana@school.example' }, secret)
  const bo = await launch(
    app,
    school.key,
    { lis_person_contact_email_primary: 'bo@school.example', lis_person_name_full: 'Bo B' },
    secret,
  )
  await launch(
    app,
    school.key,
    { roles: 'Instructor', lis_person_contact_email_primary: 'tess@school.example' },
    secret,
  )
  await redeem(app, bo.token, await makeCode(app, 'A', { couponCode: 'CODE-OF-BO' }))
  await app.db.client.query("update entitlements set stripe_event_id = 'evt_' || id")
  const answers = [
    (await getEnrollment(app, ana.token)).text,
    JSON.stringify(await redeem(app, ana.token, 'CODE-OF-BO')),
    JSON.stringify(await redeem(app, ana.token, 'WRONG-1')),
    (await app.server.inject({ url: `/lti/pay?token=${ana.token}` })).body,
    (await app.server.inject({ url: '/api/lti/ping' })).body,
  ]
  const { stripePriceId } = await makeProduct(app, 'A')
  const hidden = {
    "another person's email": 'bo@school.example',
    "another person's name": 'Bo B',
    "another person's token": bo.token,
    "the teacher's email": 'tess@school.example',
    'the consumer key': 'the-consumer-key',
    'the secret': 'the-secret',
    'the previous secret': 'the-old-secret',
    'the email domain': 'domain.example',
    'the join link': course.joinToken,
    'an event id of the card provider': 'evt_',
    'the price id': stripePriceId,
  }
  for (const answer of answers) {
    for (const [what, text] of Object.entries(hidden)) {
      t.equal(answer.includes(text), false, `${what} in ${answer.slice(0, 40)}`)
    }
  }
})

t.test('answers unknown and malformed tokens alike', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key)
  const bad = [
    '',
    'x',
    'e_',
    'e_nothing',
    `e_${'a'.repeat(32)}`,
    `e_${'a'.repeat(5000)}`,
    "e_' or 1=1 --",
    "e_aaaaaaaaaa' or 'a'='a",
    'e_aaaaaaaaaa\0aaaaaaa',
    '🤟'.repeat(20),
    '%00',
    course.joinToken,
    token.replace('e_', 'm_'),
    token.replace('e_', 'E_'),
    token.slice(0, -1),
    `${token} `,
    `${token}\n`,
    'null',
    '__proto__',
  ]
  const gone = { http: 404, error: 'Your token can not found. Typo?' }
  for (const token of bad) {
    const name = JSON.stringify(token).slice(0, 40)
    t.hasStrict(await getEnrollment(app, token), gone, name)
    t.hasStrict(await redeem(app, token, 'ABCDEF'), gone, name)
    const page = await app.server.inject({ url: `/lti/pay?${new URLSearchParams({ token })}` })
    t.equal(page.statusCode, token === '' ? 400 : 404, name)
    if (token !== '') t.match(page.body, 'Your token can not found. Typo?')
    for (const intent of ['coupons', 'checkout', 'redeem']) {
      const posted = await app.server.inject({
        method: 'POST',
        url: `/lti/pay?${new URLSearchParams({ token })}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `intent=${intent}&agreed=yes&coupon=ABCDEF`,
      })
      t.equal(posted.statusCode, token === '' ? 400 : 404, `${intent}: ${name}`)
    }
  }
  for (const token of [undefined, null, 1, ['e_x'], { $ne: 1 }, true]) {
    const answer = await getEnrollment(app, token)
    t.equal(answer.http, 422, JSON.stringify(token))
    t.hasStrict(answer.errors[0], { field: 'enroll_token' })
  }
})
