import t from 'tap'
import { checkouts } from '#src/access/store/schema/checkouts.ts'
import { helpRequests, messages } from '#src/messages/store/schema.ts'
import { testApp } from '../../support/app.ts'
import { textOf } from '../../support/html.ts'
import { countOf, enrollmentRow } from '../../support/rows.ts'
import { launch, makeConsumer, makeCourse } from '../../support/school.ts'
import { signedIn } from '../../support/staff.ts'

t.test('Find knows card payments by amount, by date and by both', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key, { context_id: 'ctx-1', lis_person_name_full: 'Ana Ruiz' })
  const { id: entitlementId, courseId } = await enrollmentRow(app, token)
  const pay = (sessionId: string, total: number, completedAt: Date) =>
    app.db.orm.insert(checkouts).values({
      stripeSessionId: sessionId,
      entitlementId,
      courseId,
      amount: 4900,
      total,
      currency: 'usd',
      livemode: false,
      status: 'paid',
      expiresAt: completedAt,
      completedAt,
    })
  await pay('cs_test_one', 5499, new Date('2026-09-03T17:00:00Z'))
  await pay('cs_test_two', 5499, new Date('2026-09-05T17:00:00Z'))
  await pay('cs_test_three', 4900, new Date('2026-09-04T04:30:00Z'))
  const find = async (q: string) => textOf((await me.open(`/find?q=${encodeURIComponent(q)}`)).body)
  const amounts = (text: string) => text.match(/\$\d+\.\d\d(?= Ana Ruiz)/g) ?? []
  t.strictSame(amounts(await find('$54.99')), ['$54.99', '$54.99'])
  t.strictSame(amounts(await find('2026-09-03')), ['$49.00', '$54.99'], 'a day ends at midnight in the business zone')
  t.strictSame(amounts(await find('54.99 09/03/26')), ['$54.99'])
  t.match(await find('$1.00'), 'We found nothing')
})

t.test('Find knows the help requests and the mail of an address', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await app.db.orm.insert(helpRequests).values({ email: 'Kim@School.example', text: 'My code is torn.', facts: {} })
  await app.db.orm
    .insert(messages)
    .values({ key: 'k', kind: 'help', recipient: 'kim@school.example', data: {}, sentAt: app.clock.now() })
  const found = textOf((await me.open('/find?q=kim@school.example')).body)
  t.match(found, 'My code is torn. Kim@School.example waits for an answer')
  t.match(found, 'Help request kim@school.example sent')
  const views = "audit where action = 'view' and subject_kind = 'list' and subject_key = 'messages'"
  t.equal(await countOf(app, views), 1)
})
