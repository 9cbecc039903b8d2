import { eq } from 'drizzle-orm'
import t from 'tap'
import { setProcessed } from '#src/access/people.ts'
import { progress } from '#src/access/rules/coverage.ts'
import type { Entitlement } from '#src/access/rules/entitlement.ts'
import { findEntitlement } from '#src/access/tokens.ts'
import { audit } from '#src/core/audit/store/schema.ts'
import { products } from '#src/courses/store/schema/courses.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { colleague } from '../support/facts.ts'
import { makeMembership } from '../support/platform.ts'
import { countOf, couponRow, messagesTo, usesOf } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct, redeem } from '../support/school.ts'
import { buy, COMPLETED, deliver, isProcessed, shop } from '../support/shop.ts'
import { signedIn } from '../support/staff.ts'

const reason = 'asked by phone'

/** Enrollments and memberships must behave alike (docs/rules/access.md). */
const kinds: Record<string, (app: TestApp, products: string[]) => Promise<string>> = {
  enrollment: async (app, sells) => {
    const school = await makeConsumer(app)
    const course = await makeCourse(app, school.id, sells)
    return (await launch(app, school.key, { context_id: course.contextId })).token
  },
  membership: async (app, sells) => (await makeMembership(app, sells)).token,
}

/** Sets the state as staff do, and returns the row. */
const postSetProcessed = async (app: TestApp, token: string, processed: boolean): Promise<Entitlement> => {
  const set = await setProcessed(app, { token, processed, reason }, colleague)
  if (!set.ok) throw new Error(set.reason)
  return set.entitlement
}

for (const [kind, begin] of Object.entries(kinds)) {
  t.test(`${kind}: staff processing is idempotent, also with twenty requests at once`, async t => {
    const app = await testApp(t)
    const token = await begin(app, ['A'])
    const set = () => postSetProcessed(app, token, true)
    const all = await Promise.all(Array.from({ length: 20 }, set))
    const first = await set()
    t.equal(new Set(all.map(e => e.processedAt?.getTime())).size, 1)
    t.hasStrict(first, { kind, source: 'staff', processedBy: 7 })
    t.equal((await messagesTo(app, first.email ?? '')).length, 1, 'one welcome')
    t.equal((await lines(app, 'process')).length, 1, 'one audit line')
  })

  t.test(`${kind}: taking access away voids the codes without freeing them; giving it back restores them`, async t => {
    const app = await testApp(t)
    const token = await begin(app, ['A'])
    const code = await makeCode(app, 'A')
    t.hasStrict(await redeem(app, token, code), { status: 'PROCESSED' })

    const out = await postSetProcessed(app, token, false)
    t.hasStrict(out, { processedAt: null, source: null, unprocessedAt: app.clock.now() })
    t.hasStrict(progress(out), { done: 0, total: 1 })
    t.hasStrict(await couponRow(app, code), { used: 1 })
    t.hasStrict(await redeem(app, token, code), { status: 'MAX_SAME_EMAIL' })
    const again = await postSetProcessed(app, token, false)
    t.strictSame(again, out, 'the second time changes nothing')
    t.equal((await lines(app, 'unprocess')).length, 1)
    t.hasStrict((await lines(app, 'unprocess'))[0], { actor: 'staff:7', subjectKind: 'entitlement', reason })

    const back = await postSetProcessed(app, token, true)
    t.hasStrict(back, { source: 'code', processedBy: 7 })
    t.hasStrict(
      (await lines(app, 'process'))[0]?.after,
      { source: 'code', restored: [code] },
      'the audit says the same',
    )
    t.hasStrict(progress(back), { done: 1, total: 1 })
    t.equal((await usesOf(app, code)).length, 1)
  })

  t.test(`${kind}: after a new code, processing again restores no code for a product already covered`, async t => {
    const app = await testApp(t)
    const token = await begin(app, ['A'])
    const [old, fresh] = [await makeCode(app, 'A'), await makeCode(app, 'A')]
    await redeem(app, token, old)
    await postSetProcessed(app, token, false)
    t.hasStrict(await redeem(app, token, fresh), { status: 'PROCESSED' })
    await postSetProcessed(app, token, false)
    await postSetProcessed(app, token, true)
    const live = [...(await usesOf(app, old)), ...(await usesOf(app, fresh))].filter(u => u.voidedAt === null)
    t.equal(live.length, 1, 'one use for one product')
  })

  t.test(`${kind}: a person taken out of a free course stays out at the next page view`, async t => {
    const app = await testApp(t)
    await makeProduct(app, 'F')
    const token = await begin(app, ['F'])
    await app.db.orm.update(products).set({ name: 'zfree' }).where(eq(products.productCode, 'F'))
    t.hasStrict(await findEntitlement(app, token), { source: 'free' })
    await postSetProcessed(app, token, false)
    t.hasStrict(await findEntitlement(app, token), { processedAt: null })
  })
}

t.test('a membership and an enrollment never both get the last use of a code', async t => {
  const app = await testApp(t)
  const code = await makeCode(app, 'A')
  const tokens = await Promise.all(
    Array.from({ length: 12 }, (_, i) => kinds[i % 2 ? 'enrollment' : 'membership']!(app, ['A'])),
  )
  const answers = await Promise.all(tokens.map(token => redeem(app, token, code)))
  t.equal(answers.filter(a => a.status === 'PROCESSED').length, 1)
  t.equal(answers.filter(a => a.status === 'MAX_OTHER_EMAIL').length, 11)
  t.hasStrict(await couponRow(app, code), { used: 1 })
})

t.test('a call may omit the reason, but not send an empty one', async t => {
  const app = await testApp(t)
  const me = await signedIn(app, 'support')
  const token = await kinds.enrollment!(app, ['A'])
  const { status, data } = await me.call('POST', '/twa/process_enrollment', { token, reason: ' ' })
  t.match([status, data], [422, { reason: 'reason_required', errors: [{ field: 'reason' }] }])
  t.hasStrict(await findEntitlement(app, token), { processedAt: null })
  t.equal((await me.call('POST', '/twa/process_enrollment', { token })).status, 200)
})

t.test('removing a person who paid by card needs a confirmation, by JSON too', async t => {
  const given = await shop(t)
  const me = await signedIn(given.app, 'support')
  await buy(given)
  await deliver(given, COMPLETED)
  const remove = (more: object) => me.call('POST', '/twa/unprocess_enrollment', { token: given.token, ...more })
  for (const more of [{}, { reason: 'left' }, { confirm: false }]) {
    const { status, data } = await remove(more)
    t.match([status, data], [409, { reason: 'removal_unconfirmed', errors: [{ field: 'confirm' }] }])
  }
  t.ok(await isProcessed(given), 'nothing changed')
  t.equal(await countOf(given.app, `audit where action = 'unprocess'`), 0)
  t.match((await remove({ confirm: true })).data, { lti_enrollment: { is_processed: false } })
  t.equal((await remove({})).status, 200, 'a person without access needs none')
})

t.test('a call that names one kind does not find the other', async t => {
  const app = await testApp(t)
  const token = await kinds.membership!(app, ['A'])
  t.strictSame(await setProcessed(app, { token, processed: true, kind: 'enrollment' }, colleague), {
    ok: false,
    reason: 'entitlement_not_found',
  })
})

const lines = async (app: TestApp, action: string) => app.db.orm.select().from(audit).where(eq(audit.action, action))
