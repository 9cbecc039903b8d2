import { eq } from 'drizzle-orm'
import t from 'tap'
import { moveCode } from '#src/access/code-moves.ts'
import { findEntitlement } from '#src/access/tokens.ts'
import { products } from '#src/courses/store/schema/courses.ts'
import { refundPayment } from '#src/payments/refunds.ts'
import reasons from '#src/texts/en/reasons.ts'
import { testApp } from '../support/app.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { buy, COMPLETED, deliver, isProcessed, openFlags, shop } from '../support/shop.ts'
import { signedIn } from '../support/staff.ts'

/** Staff take a person out and process them again: codes and payments count as before (docs/rules/access.md). */
const outAndIn = async (me: Awaited<ReturnType<typeof signedIn>>, token: string) => {
  t.equal((await me.call('POST', '/twa/unprocess_enrollment', { token, confirm: true })).status, 200)
  t.equal((await me.call('POST', '/twa/process_enrollment', { token })).status, 200)
}

t.test('a person who paid by card, was taken out and processed again loses access with a refund', async t => {
  const given = await shop(t)
  const me = await signedIn(given.app, 'support')
  const bought = await buy(given)
  await deliver(given, COMPLETED)
  await outAndIn(me, given.token)
  t.match(await findEntitlement(given.app, given.token), { source: 'card', paid: [Number] })
  const refund = { sessionId: bought.id, productIds: [], reason: 'left' }
  t.match(await refundPayment(given.app, refund, me.staff), { ok: true })
  t.equal(await isProcessed(given), false)
  t.strictSame(await openFlags(given), [])
})

t.test('a code of a person who was taken out and processed again still serves one person', async t => {
  const app = await testApp(t)
  const me = await signedIn(app, 'support')
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A'])
  const person = async () => (await launch(app, school.key, { context_id: course.contextId })).token
  const [first, second] = [await person(), await person()]
  const code = await makeCode(app, 'A')
  await redeem(app, first, code)
  await outAndIn(me, first)
  t.match(await findEntitlement(app, first), { source: 'code' })
  t.match(await moveCode(app, { code, token: first }, me.staff), { ok: true })
  t.match(await findEntitlement(app, first), { processedAt: null })
  t.match(await redeem(app, second, code), { status: 'PROCESSED' })
})

t.test('a person processed by staff without full coverage keeps source staff', async t => {
  const app = await testApp(t)
  const me = await signedIn(app, 'support')
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A', 'B'])
  const { token } = await launch(app, school.key, { context_id: course.contextId })
  await redeem(app, token, await makeCode(app, 'A'))
  await me.call('POST', '/twa/process_enrollment', { token })
  t.match(await findEntitlement(app, token), { source: 'staff' })
})

t.test('a person taken out of a free course does not get back by typing a code', async t => {
  const app = await testApp(t)
  const me = await signedIn(app, 'support')
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['F'])
  await app.db.orm.update(products).set({ name: 'zfree' }).where(eq(products.productCode, 'F'))
  const { token } = await launch(app, school.key, { context_id: course.contextId })
  t.ok((await findEntitlement(app, token))?.processedAt)
  await me.call('POST', '/twa/unprocess_enrollment', { token })
  t.match(await redeem(app, token, 'XXXXXX'), {
    http: 409,
    error: reasons.removed_from_course,
    reason: 'removed_from_course',
  })
  t.match(await findEntitlement(app, token), { processedAt: null })
})
