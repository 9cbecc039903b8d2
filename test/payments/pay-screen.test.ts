import t from 'tap'
import { httpStatus } from '#src/core/rules/outcome.ts'
import { startCheckout } from '#src/payments/checkouts.ts'
import { checkoutStatus } from '#src/payments/contract.ts'
import reasons from '#src/texts/en/reasons.ts'
import { testApp } from '../support/app.ts'
import { agree, openPay, postCode, postForm, postPay, typedIn } from '../support/form.ts'
import { tagsOf, textOf } from '../support/html.ts'
import { countOf } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse } from '../support/school.ts'
import { STRIPE_KEY, WEBHOOK_SECRET } from '../support/stripe.ts'
import type { Test } from '../support/test.ts'

/** A card provider that does not answer: the page then shows no price. */
const AWAY = 'http://127.0.0.1:9'

/** The payment page without JavaScript: every answer is a whole page or a 303 to one. */
const scene = async (t: Test) => {
  const env = { STRIPE_SECRET_KEY: STRIPE_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_BASE: AWAY }
  const app = await testApp(t, { env })
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A', 'B'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key)
  return { app, school, course, token }
}

t.test('each step is a form with its own address', async t => {
  const { app, token } = await scene(t)
  const first = await openPay(app, token)
  t.match(textOf(first.body), 'ASL 1')
  t.hasStrict(tagsOf(first.body, 'form'), [{ method: 'post', action: `/lti/pay?token=${token}` }])
  t.hasStrict(tagsOf(first.body, 'input'), [{ type: 'checkbox', name: 'agreed', value: 'yes', required: '' }])
  // The last button opens help and has no name.
  const buttons = tagsOf(first.body, 'button').filter(({ name }) => name !== undefined)
  t.strictSame(
    buttons.map(({ name, value }) => [name, value]),
    [
      ['intent', 'coupons'],
      ['intent', 'checkout'],
      ['typed_in', 'coupons'],
    ],
    'the last shows what was typed in the other language',
  )
  t.notOk(
    buttons.some(button => 'disabled' in button),
    'without a script nothing would enable them',
  )

  const agreed = await agree(app, token)
  t.hasStrict(agreed, { status: 303, location: `/lti/pay?token=${token}&step=coupons` })
  const second = await openPay(app, token, 'coupons')
  t.hasStrict(tagsOf(second.body, 'input'), [{ name: 'coupon' }])
  t.hasStrict(tagsOf(second.body, 'button'), [{ name: 'intent', value: 'redeem' }])
})

t.test('invalid input gets 422, with the message at the field and the value kept', async t => {
  const { app, token } = await scene(t)
  const unchecked = await postPay(app, token, { intent: 'coupons' })
  t.equal(unchecked.status, 422)
  t.match(textOf(unchecked.body), reasons.terms_not_agreed)
  await agree(app, token)
  for (const [typed, sentence] of [
    ['', reasons.code_required],
    ['   ', reasons.code_required],
    ['ab<c"', reasons.code_unknown],
    ['A-CODE-THAT-IS-FAR-TOO-LONG', reasons.code_unknown],
  ] as const) {
    const { status, body } = await postCode(app, token, typed)
    t.equal(status, 422, typed)
    t.match(textOf(body), sentence)
    const [box] = tagsOf(body, 'input')
    t.hasStrict(box, { name: 'coupon', value: typed.trim(), 'aria-invalid': 'true' })
    t.match(body, `id="${box?.['aria-describedby']?.split(' ').at(-1)}" role="alert"`)
  }
})

t.test("answers 409 to another person's code and 404 to an unknown one, keeping the value", async t => {
  const { app, school, token } = await scene(t)
  const code = await makeCode(app, 'A')
  const { token: other } = await launch(app, school.key)
  await agree(app, other)
  t.equal((await postCode(app, other, code)).status, 303)
  await agree(app, token)
  for (const [typed, expected, sentence] of [
    [code, 409, reasons.MAX_OTHER_EMAIL],
    ['NO-SUCH-CODE', 404, reasons.code_unknown],
  ] as const) {
    const { status, body } = await postCode(app, token, typed)
    t.equal(status, expected)
    t.match(textOf(body), sentence)
    t.equal(typedIn(body), typed)
  }
})

t.test('the pay page of a link words refusals as its JSON call does', async t => {
  const { app, token } = await scene(t)
  const used = await makeCode(app, 'A', { maxUsage: 2, used: 2 })
  const expired = await makeCode(app, 'A', { expiresAt: new Date(0) })
  await agree(app, token)
  for (const [coupon, status, sentence] of [
    [used, 409, reasons.maxOnPay],
    [expired, 404, reasons.code_unknown],
    ['NO-SUCH-CODE', 404, reasons.code_unknown],
  ] as const) {
    const form = await postForm(app, `/pay?token=${token}`, { coupon, intent: 'redeem' })
    t.match([form.statusCode, textOf(form.body)], [status, sentence])
    const json = await app.server.inject({
      method: 'POST',
      url: '/api/payments/verify_coupon_code',
      payload: { enroll_token: token, coupon_code: coupon },
    })
    t.match(json.json(), status === 409 ? { status: 'MAX', message: sentence } : { error: sentence, reason: /^code_/ })
  }
})

t.test('a good code redirects with 303, and reloading that page changes nothing', async t => {
  const { app, token } = await scene(t)
  const [a, b] = [await makeCode(app, 'A'), await makeCode(app, 'B')]
  await agree(app, token)
  t.hasStrict(await postCode(app, token, a), { status: 303, location: `/lti/pay?token=${token}&step=coupons` })
  for (let reload = 0; reload < 2; reload++)
    t.match(textOf((await openPay(app, token, 'coupons')).body), `1 of 2 codes validated: ${a}`)
  const again = await postCode(app, token, a.toLowerCase())
  t.hasStrict(again, { status: 303, location: `/lti/pay?token=${token}&step=coupons&note=counted` })
  const shown = textOf((await app.server.inject(again.location)).body)
  t.match(shown, 'You have already added this code.')
  t.match(shown, `1 of 2 codes validated: ${a}`)
  t.hasStrict(await postCode(app, token, b), { status: 303, location: `/lti/pay?token=${token}` })
  for (let reload = 0; reload < 2; reload++) t.match(textOf((await openPay(app, token)).body), 'Thank you. You are in!')
  t.equal(await countOf(app, 'coupon_uses'), 2)
})

t.test('startCheckout requires the terms for every caller', async t => {
  const { app, token } = await scene(t)
  t.hasStrict(await startCheckout(app, { token, back: { success: '/', cancel: '/' } }), {
    ok: false,
    reason: 'terms_not_agreed',
  })
  t.equal(httpStatus(checkoutStatus, 'terms_not_agreed'), 422)
})

t.test('rejects unknown intents', async t => {
  const { app, token } = await scene(t)
  for (const intent of ['delete', 'constructor', '__proto__', '']) {
    const { status } = await postPay(app, token, { intent })
    t.equal(status, 400, intent)
  }
})
