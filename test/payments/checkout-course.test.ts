import t from 'tap'
import { fillCheckoutCourses } from '#src/access/fill-checkout-courses.ts'
import { saveCheckout } from '#src/access/index.ts'
import type { Subject } from '#src/access/rules/entitlement.ts'
import { memberships } from '#src/access/store/schema/memberships.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { listPaymentRows } from '#src/payments/store/payment-list.ts'
import { testApp } from '../support/app.ts'
import { makeMembership } from '../support/platform.ts'
import { enrollmentRow } from '../support/rows.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'

const ALL = { words: '', filters: {}, sort: 'newest', after: null, most: 50, counts: true }

t.test('a payment knows its course, and one older than the column is found before and after it is filled', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app, { name: 'Birch College' })
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx' })
  const { token } = await launch(app, school.key, { context_id: 'ctx', lis_person_name_full: 'Lena Okonkwo' })
  const enrollment = await enrollmentRow(app, token)
  await makeMembership(app, ['A'])
  const [membership] = await app.db.orm.select().from(memberships)
  const start = (subject: Subject, sessionId: string) =>
    inTransaction(app.db, tx =>
      saveCheckout(tx, {
        ...{
          subject,
          sessionId,
          amount: 4900,
          currency: 'usd',
          livemode: false,
          receiptEmail: null,
          lines: [{ productId: 1, priceId: 'price_A' }],
        },
        ...{ expiresAt: app.clock.now(), now: app.clock.now() },
      }),
    )
  await start({ kind: 'enrollment', id: enrollment.id }, 'cs_1')
  await start({ kind: 'membership', id: membership!.id }, 'cs_2')
  const courses = async () =>
    (await app.db.client.query('select course_id from checkouts order by id')).rows.map(row => Number(row.course_id))
  t.strictSame(await courses(), [enrollment.courseId, membership!.courseId])

  const list = async (given: Partial<typeof ALL>) => {
    const { rows, count } = await listPaymentRows(app.db, { ...ALL, ...given }, { schools: null })
    t.equal(count, rows.length)
    return rows.map(row => row.name)
  }
  const ofSchool = { filters: { school: `consumer:${school.id}` } }
  t.equal((await list({})).length, 2)
  t.strictSame(await list(ofSchool), ['Lena Okonkwo'])
  t.strictSame(await list({ filters: { school: 'consumer:0' } }), [])
  t.strictSame(await list({ ...ofSchool, words: 'okon' }), ['Lena Okonkwo'])
  t.strictSame(await list({ words: 'nobody' }), [])
  await app.db.client.query('update checkouts set course_id = null')
  t.strictSame(await list(ofSchool), ['Lena Okonkwo'])
  await fillCheckoutCourses(app)()
  t.strictSame(await courses(), [enrollment.courseId, membership!.courseId])
  t.strictSame(await list(ofSchool), ['Lena Okonkwo'])
})
