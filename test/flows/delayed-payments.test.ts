import t from 'tap'
import reasons from '#src/texts/en/reasons.ts'
import { messagesTo } from '../support/rows.ts'
import { makeCode, redeem } from '../support/school.ts'
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
  type Shop,
  shop,
} from '../support/shop.ts'
import { codeTo, joinable, signUp, verify } from '../support/sign-up.ts'
import type { Test } from '../support/test.ts'

/** Bank transfers: the checkout completes, and the money arrives days later or never (async_payment_*). */
const SUCCEEDED = 'checkout.session.async_payment_succeeded'
const FAILED = 'checkout.session.async_payment_failed'
const ana = 'ana@school.example'

const payPage = async ({ base, token }: Pick<Shop, 'base' | 'token'>, path = '/lti/pay') =>
  (await fetch(`${base}${path}?token=${token}`)).text()
const kinds = async ({ app }: Pick<Shop, 'app'>) => (await messagesTo(app, ana)).map(m => m.kind).sort()
const transfer = async (given: Shop) => {
  const bought = await buy(given, 'bank')
  await deliver(given, COMPLETED)
  return bought
}

const waits = async (t: Test, given: Shop, back: string) => {
  t.notOk(await isProcessed(given))
  const success = (await openSuccess(given, back)).body
  t.match(success, 'We are confirming your payment')
  t.match(success, 'is not open for me yet. Signbook says: “We are confirming your payment”.', 'a text for the teacher')
  const page = await payPage(given)
  t.match(page, 'We are confirming your payment')
  t.notMatch(page, /<button[^>]*value="checkout"/, 'nobody pays twice by mistake')
  const again = await pressPay(given)
  t.equal(again.status, 409, 'nor without a script')
  t.match(again.body, 'You do not need to pay again.')
}

t.test('a transfer that arrives days later: every page says it is on its way until then', async t => {
  const given = await shop(t, { person: { lis_person_contact_email_primary: ana } })
  const { id, back } = await transfer(given)
  await waits(t, given, back)
  given.app.clock.advance(3 * 24 * 60 * 60 * 1000)
  await waits(t, given, back)
  given.stripe.world.settle(id, true)
  await deliver(given, SUCCEEDED, COMPLETED, SUCCEEDED)
  t.ok(await isProcessed(given))
  t.match((await openSuccess(given, back)).body, 'You are in!')
  t.match(await payPage(given), 'You are in!')
  t.strictSame(await kinds(given), ['receipt', 'welcome'])
})

/** Returns address and label of the link back that the page of a waiting person shows. */
const wayBack = async (given: Shop, back: string) =>
  (await openSuccess(given, back)).body
    .match(/<a [^>]*href="([^"]*)" target="_top">Back to (?:<!-- -->)?([^<]*)/)
    ?.slice(1)

t.test('while waiting, the page links back to the course or its LMS where either is known', async t => {
  const from = { launch_presentation_return_url: 'https://moodle.school.test/mod/lti/return.php' }
  const given = await shop(t, { person: from })
  const { back } = await transfer(given)
  t.strictSame(await wayBack(given, back), [from.launch_presentation_return_url, 'your course'])
  const knows = `update courses set canvas_domain = 'canvas.test', canvas_course_id = '7' where id = $1`
  await given.app.db.client.query(knows, [given.course.id])
  t.strictSame(await wayBack(given, back), ['https://canvas.test/courses/7', 'your course'])
  const none = await shop(t)
  t.equal(await wayBack(none, (await transfer(none)).back), undefined)
})

t.test('when the success event was lost, the next view of the success page finds the payment', async t => {
  const given = await shop(t)
  const { id, back } = await transfer(given)
  given.stripe.world.settle(id, true)
  t.match((await openSuccess(given, back)).body, 'You are in!')
})

t.test('a transfer that fails is reported on each page and by mail, and the person can pay again', async t => {
  const given = await shop(t, { person: { lis_person_contact_email_primary: ana } })
  const { id, back } = await transfer(given)
  given.stripe.world.settle(id, false)
  await deliver(given, FAILED, COMPLETED, FAILED)
  t.equal((await checkoutRow(given, id)).status, 'failed', 'in any order of events')
  t.match((await openSuccess(given, back)).body, /Your payment did not go through.*Nothing was charged/s)
  const page = await payPage(given)
  t.match(page, 'Your last payment did not go through. Nothing was charged. You can pay again.')
  t.notMatch(page, /value="checkout"[^>]*disabled/)
  t.strictSame(await kinds(given), ['payment-failed'], 'once')
  t.strictSame(await openFlags(given), [])
  const next = await buy(given)
  t.not(next.id, id)
  await deliver(given, COMPLETED)
  t.ok(await isProcessed(given))
  await deliver(given, FAILED)
  t.ok(await isProcessed(given), 'a late event changes nothing')
  t.strictSame(await kinds(given), ['payment-failed', 'receipt', 'welcome'])
})

t.test('when the failure event was lost, the next Make Payment finds out and opens a new checkout', async t => {
  const given = await shop(t)
  const { id } = await transfer(given)
  given.stripe.world.settle(id, false)
  const next = await pressPay(given)
  t.equal(next.status, 303)
  t.not(next.id, id)
  t.equal((await checkoutRow(given, id)).status, 'failed')
})

t.test('redeeming a code while waiting gives access, and money that arrives later is flagged', async t => {
  const given = await shop(t)
  const { id } = await transfer(given)
  t.equal((await redeem(given.app, given.token, await makeCode(given.app, 'A'))).message, reasons.PROCESSED)
  given.stripe.world.settle(id, true)
  await deliver(given, SUCCEEDED)
  t.ok(await isProcessed(given))
  t.strictSame(await openFlags(given), ['refund_due'])
})

t.test('delayed payments work the same after a sign-up', async t => {
  const given = await shop(t)
  const { course } = await joinable(given.app, { canvasDomain: 'canvas.test', canvasCourseId: '7' })
  await signUp(given.app, course.joinToken)
  const { lti_enrollment } = await verify(given.app, course.joinToken, ana, await codeTo(given.app, ana))
  const { token } = lti_enrollment
  const press = async () => {
    const answer = await postForm(`${given.base}/pay?token=${token}`, { agreed: 'yes', intent: 'checkout' })
    return answer.headers.get('location')?.match(/cs_test_\w+/)?.[0] ?? ''
  }
  const id = await press()
  const back = await payAt(given, id, 'bank')
  await deliver(given, COMPLETED)
  t.match((await openSuccess(given, back)).body, 'We are confirming your payment')
  t.equal(await wayBack(given, back), undefined, 'over there nothing is theirs yet')
  t.match(await payPage({ base: given.base, token }, '/pay'), 'We are confirming your payment')
  given.stripe.world.settle(id, false)
  await deliver(given, FAILED)
  t.match((await openSuccess(given, back)).body, 'Your payment did not go through')
  t.match(await payPage({ base: given.base, token }, '/pay'), 'Your last payment did not go through.')
  const next = await press()
  await openSuccess(given, await payAt(given, next))
  t.ok(await isProcessed({ base: given.base, token }))
})
