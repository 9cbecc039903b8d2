import { eq } from 'drizzle-orm'
import t from 'tap'
import { progress } from '#src/domain/coverage.ts'
import { audit } from '#src/store/schema/audit.ts'
import { products } from '#src/store/schema/products.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { colleague } from '../support/facts.ts'
import { makeMembership } from '../support/platform.ts'
import { couponRow, messagesTo, usesOf } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct, redeem } from '../support/school.ts'

const reason = 'asked by phone'

/** Both kinds of row live the same life (rules.md A1, C). */
const kinds: Record<string, (app: TestApp, products: string[]) => Promise<string>> = {
  enrollment: async (app, sells) => {
    const school = await makeConsumer(app)
    const course = await makeCourse(app, school.id, sells)
    return (await launch(app, school.key, { context_id: course.contextId })).token
  },
  membership: async (app, sells) => (await makeMembership(app, sells)).token,
}

for (const [kind, begin] of Object.entries(kinds)) {
  t.test(`${kind}: staff let a person in, twice and twenty at once`, async t => {
    const app = await testApp(t)
    const token = await begin(app, ['A'])
    const set = () => app.operations.setProcessed({ token, processed: true, reason }, colleague)
    const all = await Promise.all(Array.from({ length: 20 }, set))
    const first = await set()
    t.equal(new Set(all.map(e => e?.processedAt?.getTime())).size, 1)
    t.hasStrict(first, { kind, source: 'staff', processedBy: 7 })
    t.equal((await messagesTo(app, first?.email ?? '')).length, 1, 'one welcome')
    t.equal((await lines(app, 'process')).length, 1, 'one line in the audit')
  })

  t.test(`${kind}: taken out, its codes are void and still used up; let in again, they count`, async t => {
    const app = await testApp(t)
    const token = await begin(app, ['A'])
    const code = await makeCode(app, 'A')
    t.hasStrict(await redeem(app, token, code), { status: 'PROCESSED' })

    const out = await app.operations.setProcessed({ token, processed: false, reason }, colleague)
    t.hasStrict(out, { processedAt: null, source: null, unprocessedAt: app.clock.now() })
    t.hasStrict(progress(out!), { done: 0, total: 1 })
    t.hasStrict(await couponRow(app, code), { used: 1 })
    t.hasStrict(await redeem(app, token, code), { status: 'MAX_SAME_EMAIL' })
    const again = await app.operations.setProcessed({ token, processed: false, reason }, colleague)
    t.strictSame(again, out, 'twice is once')
    t.equal((await lines(app, 'unprocess')).length, 1)
    t.hasStrict((await lines(app, 'unprocess'))[0], { actor: 'staff:7', subjectKind: kind, reason })

    const back = await app.operations.setProcessed({ token, processed: true, reason }, colleague)
    t.hasStrict(back, { source: 'code', processedBy: 7 })
    t.hasStrict(
      (await lines(app, 'process'))[0]?.after,
      { source: 'code', restored: [code] },
      'the audit says the same',
    )
    t.hasStrict(progress(back!), { done: 1, total: 1 })
    t.equal((await usesOf(app, code)).length, 1)
  })

  t.test(`${kind}: a new code lets in who was taken out, and then only open products are restored`, async t => {
    const app = await testApp(t)
    const token = await begin(app, ['A'])
    const [old, fresh] = [await makeCode(app, 'A'), await makeCode(app, 'A')]
    await redeem(app, token, old)
    await app.operations.setProcessed({ token, processed: false, reason }, colleague)
    t.hasStrict(await redeem(app, token, fresh), { status: 'PROCESSED' })
    await app.operations.setProcessed({ token, processed: false, reason }, colleague)
    await app.operations.setProcessed({ token, processed: true, reason }, colleague)
    const live = [...(await usesOf(app, old)), ...(await usesOf(app, fresh))].filter(u => u.voidedAt === null)
    t.equal(live.length, 1, 'one use for one product')
  })

  t.test(`${kind}: who was taken out of a free course stays out at the next look`, async t => {
    const app = await testApp(t)
    await makeProduct(app, 'F')
    const token = await begin(app, ['F'])
    await app.db.orm.update(products).set({ name: 'zfree' }).where(eq(products.productCode, 'F'))
    t.hasStrict(await app.operations.findEntitlement(token), { source: 'free' })
    await app.operations.setProcessed({ token, processed: false, reason }, colleague)
    t.hasStrict(await app.operations.findEntitlement(token), { processedAt: null })
  })
}

t.test('one code is one code: a membership and an enrollment never both have its last use', async t => {
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

t.test('a call that names one kind does not find the other', async t => {
  const app = await testApp(t)
  const token = await kinds.membership!(app, ['A'])
  t.equal(await app.operations.setProcessed({ token, processed: true, kind: 'enrollment' }, colleague), null)
})

const lines = async (app: TestApp, action: string) => app.db.orm.select().from(audit).where(eq(audit.action, action))
