import t from 'tap'
import { nextCanvasPoll, pollCanvasCourse } from '#src/canvas/canvas-courses.ts'
import { createCanvasUser, syncCanvasEnrollment } from '#src/canvas/canvas-people.ts'
import { listBlueprints, startCopy } from '#src/canvas/course-content.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { launchDiary } from '#src/lti/store/schema.ts'
import { checkCheckouts, closeCheckouts } from '#src/payments/checkout-checks.ts'
import { reconcile } from '#src/payments/reconciliations.ts'
import { refundPayment } from '#src/payments/refunds.ts'
import { makeOutcomeService } from '#src/practice/emulators/outcomes.ts'
import { makeSproutEmulator, SPROUT_KEYS } from '#src/practice/emulators/sproutvideo.ts'
import { makeSproutVideo } from '#src/signs/video-host.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { recordCalls, type SeenCall } from '../support/calls.ts'
import { CANVAS_HOST, emulatedCanvas } from '../support/canvas.ts'
import { colleague } from '../support/facts.ts'
import { makeGate } from '../support/gate.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { buy, deliver, openSuccess, pressPay, shop } from '../support/shop.ts'
import { codeTo, joinable, signUp, verify } from '../support/sign-up.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

/** No connection to the database may be checked out during a call to an outside service: ten slow calls would end all work. */
const held = (t: Test, calls: SeenCall[], base: string, least: number) => {
  // The test itself opens the card provider's page.
  const found = calls.filter(call => call.host === new URL(base).host && !call.path.startsWith('/checkout/'))
  t.ok(found.length >= least, `${found.length} calls to ${base}`)
  t.strictSame(
    found.filter(call => call.connections > 0),
    [],
  )
}

t.test('a call inside a transaction is noticed', async t => {
  const given = await shop(t)
  const calls = recordCalls(t, given.app.db)
  await inTransaction(given.app.db, () => fetch(`${given.stripe.base}/v1/prices`))
  t.match(calls, [{ path: '/v1/prices', connections: 1 }])
})

/** The diary is written a moment after a launch, which must not count as a connection during a call. */
const diaryWritten = ({ db }: TestApp) =>
  until('the diary is written', async () => (await db.orm.$count(launchDiary)) > 0)

t.test('payments: checkout, return, lost event, refund, comparison', async t => {
  const given = await shop(t)
  await diaryWritten(given.app)
  const calls = recordCalls(t, given.app.db)
  await pressPay(given)
  await pressPay(given)
  const { back, paymentIntent } = await buy(given)
  await openSuccess(given, back)
  await deliver(given, 'checkout.session.completed')
  given.stripe.world.refund(paymentIntent, 100, {})
  await deliver(given, 'charge.refunded', 'refund.created')
  given.stripe.world.dispute(paymentIntent)
  await reconcile(given.app, 'system')
  given.app.clock.advance(10 * 60_000)
  await checkCheckouts(given.app)
  await closeCheckouts(given.app, { courseId: given.course.id })
  held(t, calls, given.stripe.base, 8)
})

t.test('refunds by staff', async t => {
  const given = await shop(t)
  const { id } = await buy(given)
  await deliver(given, 'checkout.session.completed')
  await diaryWritten(given.app)
  const calls = recordCalls(t, given.app.db)
  const me = await signedIn(given.app)
  const refund = { sessionId: id, productIds: [], reason: 'asked for it' }
  t.match(await refundPayment(given.app, refund, me.staff), { ok: true })
  held(t, calls, given.stripe.base, 1)
})

t.test('Canvas: login, enrollment, content', async t => {
  const { canvas, origin } = await emulatedCanvas(t)
  const app = await testApp(t, { canvas })
  const { course } = await joinable(app, { canvasDomain: CANVAS_HOST, canvasCourseId: '101' })
  const email = 'ana@school.example'
  await signUp(app, course.joinToken, { email })
  const { token } = (await verify(app, course.joinToken, email, await codeTo(app, email))).lti_enrollment
  await redeem(app, token, await makeCode(app, 'A'))
  const { rows } = await app.db.client.query('select id from entitlements')
  const calls = recordCalls(t, app.db)
  await createCanvasUser(app, { signUpId: 0, entitlementId: rows[0].id })
  await syncCanvasEnrollment(app, rows[0].id)
  await listBlueprints(app)
  await nextCanvasPoll(app)
  await pollCanvasCourse(app)
  await startCopy(app, { courseId: '101', sourceCourseId: '901', by: colleague })
  held(t, calls, origin, 6)
})

t.test('video host', async t => {
  const host = makeSproutEmulator()
  t.teardown(() => host.close())
  const base = await host.listen({ port: 0, host: '127.0.0.1' })
  const app = await testApp(t, { video: makeSproutVideo({ keys: SPROUT_KEYS, base }) })
  const me = await signedIn(app)
  const calls = recordCalls(t, app.db)
  t.equal((await me.call('POST', '/twa/add_domain', { domain: 'school.example', units: '1_2' })).status, 200)
  held(t, calls, base, 6)
})

/** Two schools, each with its own LMS. */
const twoSchools = async (t: Test) => {
  const app = await testApp(t)
  const makeLms = async (contextId: string) => {
    const service = makeOutcomeService(() => 'secret')
    const gate = makeGate()
    let [open, most] = [0, 0]
    service.server.addHook('onRequest', async () => {
      most = Math.max(most, ++open)
      await gate.opened
    })
    service.server.addHook('onResponse', async () => {
      open--
    })
    const base = await service.server.listen({ port: 0, host: '127.0.0.1' })
    t.teardown(() => service.server.close())
    const school = await makeConsumer(app)
    await makeCourse(app, school.id, ['A'], { contextId })
    const enter = async (sourcedId: string) => {
      const outcome = { lis_result_sourcedid: sourcedId, lis_outcome_service_url: `${base}/outcomes` }
      const { token } = await launch(app, school.key, { context_id: contextId, ...outcome })
      await redeem(app, token, await makeCode(app, 'A'))
    }
    return { base, enter, gate, scores: service.scores, most: () => most }
  }
  return { app, slow: await makeLms('ctx-1'), quick: await makeLms('ctx-2') }
}

t.test('grades: a slow LMS holds up no other, gets four at a time, and takes no connection', async t => {
  const { app, slow, quick } = await twoSchools(t)
  for (let i = 0; i < 12; i++) await slow.enter(`slow ${i}`)
  for (let i = 0; i < 6; i++) await quick.enter(`quick ${i}`)
  quick.gate.open()
  const calls = recordCalls(t, app.db)
  await app.startJobs()
  await until('all grades of the quick LMS arrived', () => quick.scores.size === 6)
  t.equal(slow.scores.size, 0)
  t.equal(slow.most(), 4)
  slow.gate.open()
  await until('all grades of the slow LMS arrived', () => slow.scores.size === 12)
  t.equal(slow.most(), 4)
  t.ok(calls.filter(call => call.host === new URL(slow.base).host).length >= 12)
})
