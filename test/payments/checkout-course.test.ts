import t from 'tap'
import { saveCheckout } from '#src/access/store/checkouts.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { listPaymentRows } from '#src/payments/store/payments.ts'
import { testApp } from '../support/app.ts'
import { makeMembership } from '../support/platform.ts'
import { enrollmentRow } from '../support/rows.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'

const ALL = { words: '', filters: {}, sort: 'newest', after: null, most: 50, counts: true }

t.test('a payment knows its course, and is listed by it', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app, { name: 'Birch College' })
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx' })
  const { token } = await launch(app, school.key, { context_id: 'ctx', lis_person_name_full: 'Lena Okonkwo' })
  const rows = [await enrollmentRow(app, token), await enrollmentRow(app, (await makeMembership(app, ['A'])).token)]
  for (const [i, { id: entitlementId }] of rows.entries())
    await inTransaction(app.db, tx =>
      saveCheckout(tx, {
        entitlementId,
        sessionId: `cs_${i}`,
        amount: 4900,
        currency: 'usd',
        livemode: false,
        receiptEmail: null,
        lines: [{ productId: 1, priceId: 'price_A' }],
        expiresAt: app.clock.now(),
        now: app.clock.now(),
      }),
    )
  const saved = await app.db.client.query('select course_id from checkouts order by id')
  t.strictSame(
    saved.rows.map(row => row.course_id),
    rows.map(row => row.courseId),
  )

  const list = async (given: Partial<typeof ALL>) => {
    const { rows, count } = await listPaymentRows(app.db, { ...ALL, ...given }, { schools: null })
    t.equal(count, rows.length)
    return rows.map(row => row.name)
  }
  const ofSchool = { filters: { school: String(school.schoolId) } }
  t.equal((await list({})).length, 2)
  t.strictSame(await list(ofSchool), ['Lena Okonkwo'])
  t.strictSame(await list({ filters: { school: '0' } }), [])
  t.strictSame(await list({ ...ofSchool, words: 'okon' }), ['Lena Okonkwo'])
  t.strictSame(await list({ words: 'nobody' }), [])
})
