import { and, eq, isNull } from 'drizzle-orm'
import t from 'tap'
import { endExpiredAccess } from '#src/access/entitlements.ts'
import { setProcessed } from '#src/access/people.ts'
import { findEntitlementByToken } from '#src/access/store/entitlements.ts'
import { checkouts, paymentFlags } from '#src/access/store/schema/checkouts.ts'
import { findEntitlement } from '#src/access/tokens.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { linkPeople, unlinkPeople } from '#src/desk/linked-people.ts'
import { closeCheckouts } from '#src/payments/checkout-checks.ts'
import { refundPayment } from '#src/payments/refunds.ts'
import { textOf } from '../support/html.ts'
import { countOf } from '../support/rows.ts'
import { launch, makeCode, makeCourse, redeem } from '../support/school.ts'
import { buy, COMPLETED, deliver, isProcessed, openFlags, payAt, pressPay, type Shop, shop } from '../support/shop.ts'
import { postAndConfirm, signedIn } from '../support/staff.ts'
import { watchRefusals } from '../support/statements.ts'
import type { Test } from '../support/test.ts'

/** A person who opened the same course by two rows that are not linked yet (docs/rules/access.md). */
const scene = async (t: Test, products = ['A']) => {
  const given = await shop(t, { products })
  const { token } = await launch(given.app, given.school.key, { context_id: given.course.contextId })
  const me = await signedIn(given.app, 'support')
  const one = given
  const two: Shop = { ...given, token }
  const pay = async (row: Shop) => {
    given.app.clock.advance(60_000)
    const bought = await buy(row)
    await deliver(given, COMPLETED)
    return bought.id
  }
  const link = (token = one.token, other = two.token) =>
    linkPeople(given.app, { token, other, reason: 'asked' }, me.staff)
  const part = () => unlinkPeople(given.app, { token: two.token, reason: 'a cousin' }, me.staff)
  const refund = (sessionId: string) =>
    refundPayment(given.app, { sessionId, productIds: [], reason: 'paid twice' }, me.staff)
  const due = async () => {
    const rows = await given.app.db.orm
      .select({ sessionId: checkouts.stripeSessionId })
      .from(paymentFlags)
      .innerJoin(checkouts, eq(checkouts.id, paymentFlags.checkoutId))
      .where(and(eq(paymentFlags.kind, 'refund_due'), isNull(paymentFlags.closedAt)))
    return rows.map(f => f.sessionId)
  }
  return { ...given, one, two, me, pay, link, part, refund, due }
}

t.test('linking two paid rows previews the duplicate and flags the later payment once, also in parallel', async t => {
  const { app, one, two, me, pay, link, due } = await scene(t)
  await pay(one)
  const later = await pay(two)
  t.strictSame(await openFlags(one), [], 'nobody knows')
  const asked = await me.send(`/token?token=${one.token}`, { intent: 'link', other: two.token })
  t.match(textOf(asked.body), '1 payment is a duplicate. We flag it under Payments, and a refund is due.')
  t.strictSame(await due(), [], 'asking does nothing')
  const said = await Promise.all(
    Array.from({ length: 8 }, (_, i) => (i % 2 ? link(one.token, two.token) : link(two.token, one.token))),
  )
  t.equal(said.filter(s => s.ok).length, 1)
  t.strictSame(await due(), [later])
  t.equal(await countOf(app, 'payment_flags'), 1)
  t.match(textOf((await me.open('/payments')).body), 'A refund is due.')
})

t.test('events for two linked rows at the same time lock in one order and never deadlock', async t => {
  const { app, stripe, one, two, link, due } = await scene(t)
  await link()
  const [first, later] = [await pressPay(one), await pressPay(two)]
  for (const { id } of [first, later]) await payAt(one, id)
  const refused = watchRefusals(t)
  const paid = stripe.deliveries.events.filter(e => e.type === COMPLETED)
  t.strictSame(await Promise.all(paid.map(e => stripe.deliveries.deliver(e.id))), [200, 200])
  t.ok((await isProcessed(one)) && (await isProcessed(two)))
  t.equal((await due()).length, 1, 'one of the two payments is extra')
  const rows = await Promise.all([one, two].map(({ token }) => findEntitlementByToken(app.db, token)))
  for (let round = 0; round < 20; round++)
    await Promise.all(rows.map(row => closeCheckouts(app, { entitlementId: row!.id })))
  for (const { id } of [first, later])
    stripe.world.refund(stripe.world.getSession(id).payment_intent!.id, undefined, {})
  const back = stripe.deliveries.events.filter(e => e.type === 'charge.refunded')
  t.strictSame(await Promise.all(back.map(e => stripe.deliveries.deliver(e.id))), [200, 200])
  t.notOk((await isProcessed(one)) || (await isProcessed(two)))
  t.strictSame(refused, [])
})

t.test('the page links after its preview is confirmed', async t => {
  const { one, two, me, pay, due } = await scene(t)
  await pay(one)
  const later = await pay(two)
  const done = await postAndConfirm(me, `/token?token=${two.token}`, { intent: 'link', other: one.token })
  t.equal(done.status, 200)
  t.strictSame(await due(), [later])
})

t.test('after refunding either payment the person keeps access and no refund is due', async t => {
  for (const which of ['first', 'later'] as const) {
    const { one, two, pay, link, refund, due } = await scene(t)
    const bought = { first: await pay(one), later: await pay(two) }
    await link()
    t.strictSame(await due(), [bought.later])
    t.match(await refund(bought[which]), { ok: true })
    t.strictSame(await due(), [], which)
    t.ok((await isProcessed(one)) && (await isProcessed(two)))
  }
})

t.test('unlinking clears the flag', async t => {
  const { one, two, pay, link, part, due } = await scene(t)
  await pay(one)
  await pay(two)
  await link()
  await part()
  t.strictSame(await due(), [])
})

t.test('flags a payment after a code, but not a code after a payment', async t => {
  for (const [first, flags] of [
    ['code', 1],
    ['card', 0],
  ] as const) {
    const { app, one, two, pay, link, due } = await scene(t)
    const enter = async () => redeem(app, two.token, await makeCode(app, 'A'))
    if (first === 'code') await enter()
    await pay(one)
    app.clock.advance(60_000)
    if (first === 'card') await enter()
    await link()
    t.equal((await due()).length, flags, `${first} first`)
  }
})

t.test('flags a payment by a linked row for products that the other row had covered', async t => {
  const { app, one, two, pay, link, due } = await scene(t, ['A', 'B'])
  await redeem(app, two.token, await makeCode(app, 'B'))
  await redeem(app, one.token, await makeCode(app, 'A'))
  await link()
  const id = await pay(one)
  t.strictSame(await due(), [id], 'the code for B is on the other row, which had no access yet')
})

t.test('does not flag payments for another course, or after access had ended', async t => {
  const { app, school, one, two, me, pay, due } = await scene(t)
  const other = await makeCourse(app, school.id, ['A'])
  const { token } = await launch(app, school.key, { context_id: other.contextId })
  await pay(one)
  const ends = new Date(app.clock.now().getTime() + 30_000)
  await app.db.client.query('update entitlements set access_ends_at = $1 where token = $2', [ends, one.token])
  await pay(two)
  await pay({ ...one, token })
  for (const row of [two.token, token])
    t.match(await linkPeople(app, { token: one.token, other: row, reason: 'asked' }, me.staff), {
      ok: true,
    })
  t.strictSame(await due(), [])
})

t.test('two linked rows paid at the same time leave one refund due', async t => {
  const { app, stripe, one, two, link, due } = await scene(t)
  await link()
  const pressed = [await pressPay(one), await pressPay(two)]
  for (const [at, row] of [one, two].entries()) await payAt(row, pressed[at]!.id)
  const events = stripe.deliveries.events.filter(e => e.type === COMPLETED)
  t.strictSame(await Promise.all(events.map(e => stripe.deliveries.deliver(e.id))), [200, 200])
  t.equal((await due()).length, 1)
  t.ok((await isProcessed(one)) && (await isProcessed(two)))
  t.equal(await countOf(app, 'checkout_lines where covers'), 2)
})

t.test('a due refund stays due after access ends, whichever row is settled again', async t => {
  for (const over of ['one', 'two', 'both'] as const) {
    const { app, course, one, two, pay, link, due } = await scene(t)
    await pay(one)
    const later = await pay(two)
    await link()
    t.strictSame(await due(), [later], over)
    app.clock.advance(DAY_MS)
    for (const [name, row] of Object.entries({ one, two }))
      if (over === 'both' || over === name)
        await app.db.client.query('update entitlements set access_ends_at = $1 where token = $2', [
          app.clock.now(),
          row.token,
        ])
    app.clock.advance(DAY_MS)
    t.equal(await endExpiredAccess(app), over === 'both' ? 2 : 1)
    await closeCheckouts(app, { courseId: course.id })
    t.strictSame(await due(), [later], `${over}, settled again`)
  }
})

/** Sets up a person whom staff let in for a day while their card payment was on its way. */
const letInWhilePaying = async (t: Test) => {
  const given = await scene(t)
  const { app, course, one, me } = given
  const { id } = await pressPay(one)
  const setAccess = async (processed: boolean) => {
    const set = await setProcessed(app, { token: one.token, processed, confirm: true }, me.staff)
    t.ok(set.ok)
  }
  await payAt(one, id)
  await app.db.client.query(
    `update entitlements set processed_at = now(), source = 'staff', access_ends_at = $1 where token = $2`,
    [new Date(app.clock.now().getTime() + DAY_MS), one.token],
  )
  await deliver(one, COMPLETED)
  t.strictSame(await given.due(), [id])
  const settleAgain = () => closeCheckouts(app, { courseId: course.id })
  return { ...given, id, setAccess, settleAgain }
}

t.test('a payment by a person whom staff processed is due for refund, even after access ends', async t => {
  const { app, one, due, id, setAccess, settleAgain } = await letInWhilePaying(t)
  app.clock.advance(2 * DAY_MS)
  t.equal(await endExpiredAccess(app), 1)
  await settleAgain()
  t.strictSame(await due(), [id])
  await setAccess(true)
  t.match(await findEntitlement(app, one.token), { source: 'staff', paid: [] })
  await settleAgain()
  t.strictSame(await due(), [id], 'it gives no access in a later period')
})

t.test('staff who let the person in again within the period let the payment give the access', async t => {
  const { app, one, due, setAccess, settleAgain } = await letInWhilePaying(t)
  await setAccess(false)
  await setAccess(true)
  t.match(await findEntitlement(app, one.token), { source: 'card' })
  t.strictSame(await due(), [], 'the payment now gives the access')
  await setAccess(false)
  await settleAgain()
  t.strictSame(await due(), [], 'it already gave access, so it stays used after the person is taken out')
})
