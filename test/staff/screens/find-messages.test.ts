import t from 'tap'
import { searchRecords } from '#src/desk/search.ts'
import { helpRequests, messages } from '#src/messages/store/schema.ts'
import { testApp } from '../../support/app.ts'
import { textOf } from '../../support/html.ts'
import { countOf } from '../../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse } from '../../support/school.ts'
import { buy, COMPLETED, deliver, shop } from '../../support/shop.ts'
import { limitSchools, signedIn } from '../../support/staff.ts'

type App = Awaited<ReturnType<typeof testApp>>

const finder = (me: Awaited<ReturnType<typeof signedIn>>) => async (q: string) =>
  textOf((await me.open(`/find?q=${encodeURIComponent(q)}`)).body)

let sent = 0
const send = (app: App, kind: string, data: Record<string, unknown>) =>
  app.db.orm.insert(messages).values({
    key: `test:${++sent}`,
    kind,
    recipient: `to${sent}@school.example`,
    data,
    sentAt: app.clock.now(),
  })

t.test('Find knows mail by its kind, its subject, its course and its school', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const find = finder(me)
  const lake = await makeConsumer(app, { name: 'Lake College' })
  await makeCourse(app, lake.id, ['A'], { title: 'Evening Signs' })
  await send(app, 'receipt', { course: 'Evening Signs', school: 'Lake College' })
  await send(app, 'receipt', { course: 'Morning Signs', school: 'Hill College' })
  await send(app, 'welcome', { course: 'Evening Signs', school: 'Lake College' })
  const found = async (q: string) => (await find(q)).match(/to\d@school\.example/g) ?? []
  t.strictSame(await found('receipt'), ['to2@school.example', 'to1@school.example'])
  t.strictSame(await found('receipt lake'), ['to1@school.example'])
  t.strictSame(await found('Your receipt: Evening Signs'), ['to1@school.example'])
  t.strictSame(await found('receipt hill'), [], 'no school here has this name')
  t.strictSame(await found('lake college'), ['to3@school.example', 'to1@school.example'])
  t.strictSame(await found('evening'), ['to3@school.example', 'to1@school.example'])
  t.match(await find('receipt lake'), 'Receipt Evening Signs · Lake College to1@school.example sent')
  t.equal(await countOf(app, "audit where action = 'view' and subject_kind = 'list' and subject_key = 'messages'"), 6)

  await limitSchools(app.db, { email: me.staff.email, schoolIds: [lake.schoolId] })
  t.strictSame(await found('evening'), [], 'not for a role for some schools')
})

t.test('Find knows help requests by their words, course, school, code and error reference', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const find = finder(me)
  const birch = await makeConsumer(app, { name: 'Birch College' })
  await makeCourse(app, birch.id, ['A'], { contextId: 'ctx', title: 'Evening Signs' })
  const { token } = await launch(app, birch.key, { context_id: 'ctx', context_title: 'Evening Signs' })
  const code = await makeCode(app, 'A', { couponCode: 'CFGH-3479-KMNP' })
  const ask = (text: string, facts: Record<string, string>) =>
    app.db.orm.insert(helpRequests).values({ email: 'kim@school.example', text, facts })
  await ask('The card is torn.', { enroll_token: token })
  await ask(`My code ${code} is not accepted.`, {})
  await ask('It does not open.', { reference: '7K4MQ-2XNRT' })
  t.match(await find('birch college'), 'The card is torn. kim@school.example waits for an answer')
  t.match(await find('evening'), 'The card is torn.')
  t.match(await find('torn card'), 'The card is torn.')
  t.match(await find(code), 'is not accepted.')
  const quoted = await find('7k4mq-2xnrt')
  t.match(quoted, 'It does not open.')
  t.match(quoted, 'Launch with the reference 7K4MQ-2XNRT')
  t.match(await find('nothing of this'), 'We found nothing')
  await limitSchools(app.db, { email: me.staff.email, schoolIds: [birch.schoolId] })
  t.notMatch(await find('evening'), 'The card is torn.')
})

t.test('Find knows the mail of a payment by its ids and the reference on the receipt', async t => {
  const given = await shop(t)
  const me = await signedIn(given.app)
  const { id, paymentIntent } = await buy(given)
  await deliver(given, COMPLETED)
  for (const q of [id, paymentIntent, id.slice(-10)])
    t.match((await searchRecords(given.app, q, me.staff)).mails, [{ kind: 'receipt', recipient: /^ana/ }], q)
})
