import t from 'tap'
import { type TestApp, testApp } from '../support/app.ts'
import { agree, openPay, postCode, postPay } from '../support/form.ts'
import { textOf } from '../support/html.ts'
import { changeCourse, changeSchool, couponRow, enrollmentRow } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { joinable } from '../support/sign-up.ts'
import type { Test } from '../support/test.ts'

const scene = async (t: Test, products = ['A'], school: Parameters<typeof makeConsumer>[1] = {}) => {
  const app = await testApp(t)
  const consumer = await makeConsumer(app, school)
  const course = await makeCourse(app, consumer.id, products, { contextId: 'ctx-1' })
  const { token } = await launch(app, consumer.key)
  const code = await makeCode(app, 'A')
  return { app, consumer, course, token, code }
}

const checkout = (app: TestApp, token: string) => postPay(app, token, { agreed: 'yes', intent: 'checkout' })

/** Asserts that every way to redeem refuses with this text and consumes nothing. */
const closed = async (
  t: Test,
  { app, token, code }: Awaited<ReturnType<typeof scene>>,
  status: number,
  text: string,
) => {
  t.hasStrict(await redeem(app, token, code), { http: status, error: text })
  const form = await postCode(app, token, code)
  t.equal(form.status, status)
  t.match(textOf(form.body), text)
  t.equal((await couponRow(app, code)).used, 0)
}

t.test('refuses codes and cards for a course without products', async t => {
  const given = await scene(t, [])
  const text = 'This course is not activated yet. Please let your teacher know.'
  await closed(t, given, 409, text)
  const card = await checkout(given.app, given.token)
  t.equal(card.status, 409)
  t.match(textOf(card.body), text)
  const page = await openPay(given.app, given.token)
  t.equal(page.status, 200)
  t.match(textOf(page.body), text)
  t.notMatch(page.body.split('class="help-corner"')[0], /<button/, 'no button but the one for help')
  t.match(textOf(page.body), /Tell my teacher.*The page said: “This course is not activated yet/, 'a text to send')
})

t.test('refuses when sign-up has ended, by staff or with the term', async t => {
  const given = await scene(t)
  const text = 'Sign-up for this course has ended. Please ask your teacher.'
  const { app, course } = given
  const [now, later] = [app.clock.now().getTime(), new Date(app.clock.now().getTime() + 1000)]
  await changeCourse(app, course.id, { expiresAt: new Date(now - 1) })
  await closed(t, given, 403, text)
  t.equal((await checkout(app, given.token)).status, 403)
  await changeCourse(app, course.id, { expiresAt: null, termEndsAt: new Date(now - 1) })
  await closed(t, given, 403, text)
  await changeCourse(app, course.id, { expiresAt: later })
  t.hasStrict(await redeem(app, given.token, given.code), { status: 'PROCESSED' }, 'staff kept it open beyond the term')
})

t.test('a person with access keeps it when sign-up ends', async t => {
  const { app, course, token, code } = await scene(t)
  await redeem(app, token, code)
  await changeCourse(app, course.id, { expiresAt: new Date(0) })
  t.hasStrict(await redeem(app, token, code), { status: 'PROCESSED' })
  t.match(textOf((await openPay(app, token)).body), 'You are in!')
})

t.test('a school can refuse codes or cards', async t => {
  const codes = await scene(t, ['A'], { acceptsAccessCode: false })
  const noCodes = { http: 403, error: 'This school does not take access codes.' }
  t.hasStrict(await redeem(codes.app, codes.token, codes.code), noCodes)
  t.equal((await postCode(codes.app, codes.token, codes.code)).status, 403)
  t.equal((await couponRow(codes.app, codes.code)).used, 0)
  const onlyCard = (await openPay(codes.app, codes.token)).body
  t.match(onlyCard, 'Card payment is not set up yet. Ask your teacher.')
  t.notMatch(onlyCard, 'Enter Access Code')

  const cards = await scene(t, ['A'], { acceptsPayment: false })
  const refused = await checkout(cards.app, cards.token)
  t.equal(refused.status, 403)
  t.match(textOf(refused.body), 'This school does not take card payments.')
  const onlyCode = (await openPay(cards.app, cards.token)).body
  t.match(onlyCode, 'Enter Access Code')
  t.notMatch(onlyCode, 'Make Payment')
  await changeSchool(cards.app, cards.consumer.schoolId, { acceptsPayment: true })
  const both = (await openPay(cards.app, cards.token)).body
  t.match(both, 'Card payment is not set up yet. Use an access code, or ask your teacher.')
  t.notMatch(both, 'Make Payment', 'no button that cannot work')
  t.match(both, 'Enter Access Code')
})

t.test('neither button continues without agreeing to the terms', async t => {
  const { app, token } = await scene(t)
  for (const intent of ['coupons', 'checkout']) {
    const page = await postPay(app, token, { intent })
    t.equal(page.status, 422, intent)
    t.match(textOf(page.body), 'Please agree to the Terms of Use and the Privacy Policy first.')
    t.equal((await postPay(app, token, { intent, agreed: 'no' })).status, 422)
  }
  t.hasStrict(await enrollmentRow(app, token), { agreedAt: null, agreedTerms: null })
  t.match(
    textOf((await openPay(app, token, 'coupons')).body),
    'Enter Access Code',
    "nor does opening the step's address directly",
  )
})

t.test('records agreement once per version of the terms, by either button', async t => {
  const { app, token } = await scene(t)
  const version = (await agree(app, token)) && (await enrollmentRow(app, token)).agreedTerms
  t.ok(version)
  const { agreedAt } = await enrollmentRow(app, token)
  t.strictSame(agreedAt, app.clock.now())
  app.clock.advance(60_000)
  await agree(app, token)
  await checkout(app, token)
  await redeem(app, token, 'WRONG-1', { agreed: true })
  t.strictSame((await enrollmentRow(app, token)).agreedAt, agreedAt, 'the first time is kept')

  await app.db.client.query("update entitlements set agreed_terms = 'an older version'")
  t.match((await openPay(app, token, 'coupons')).body, 'name="agreed"', 'asks again for new terms')
  await checkout(app, token)
  t.hasStrict(await enrollmentRow(app, token), { agreedAt: app.clock.now(), agreedTerms: version })
})

t.test('the JSON call may include the agreement and works without it', async t => {
  const { app, token, code } = await scene(t, ['A', 'B'])
  await redeem(app, token, code)
  t.hasStrict(await enrollmentRow(app, token), { agreedAt: null }, 'not required')
  await redeem(app, token, code, { agreed: false })
  t.hasStrict(await enrollmentRow(app, token), { agreedAt: null })
  await redeem(app, token, code, { agreed: true })
  const { agreedAt, agreedTerms } = await enrollmentRow(app, token)
  t.strictSame(agreedAt, app.clock.now())
  await app.db.client.query("update entitlements set agreed_terms = 'an older version'")
  app.clock.advance(1000)
  await redeem(app, token, code, { agreed: true })
  t.hasStrict(await enrollmentRow(app, token), { agreedTerms, agreedAt: app.clock.now() }, 'records the new version')
})

t.test('both buttons of the first step continue', async t => {
  const { app, token } = await scene(t)
  const code = await agree(app, token)
  t.equal(code.status, 303)
  t.equal(code.location, `/lti/pay?token=${token}&step=coupons`)
  t.match((await openPay(app, token, 'coupons')).body, 'name="coupon"')
  const card = await checkout(app, token)
  t.equal(card.status, 409, 'cards are not configured in this test')
  t.match(textOf(card.body), 'Card payment is not set up yet.')
})

t.test('a join link tells a person who signed up before where to log in', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app, { canvasDomain: 'canvas.example', canvasCourseId: '101' })
  for (const url of [`/verify?course=${course.joinToken}`, `/pay?token=${course.joinToken}`]) {
    const { body } = await app.server.inject({ url })
    t.match(textOf(body), /Signed up before\? Log in to your course ?\. Not finished\? Sign up again/, url)
    t.match(body, 'url=https://canvas.example/login"', 'in demo mode by way of the practice platform')
  }
})
