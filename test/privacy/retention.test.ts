import t from 'tap'
import { setProcessed } from '#src/access/people.ts'
import { people } from '#src/access/store/schema/people.ts'
import { requestHelp } from '#src/accounts/help-requests.ts'
import { eraseInactivePeople } from '#src/desk/erasures.ts'
import { viewEntitlement } from '#src/desk/person-records.ts'
import { jobHandlers } from '#src/handlers/jobs.ts'
import { testApp } from '../support/app.ts'
import { breakErasing } from '../support/break-erasing.ts'
import { countOf } from '../support/rows.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'

const DAY = 86_400_000

t.test('the daily job deletes what is older than its time, kind by kind', async t => {
  const app = await testApp(t, { env: { RETENTION_DAYS: 'messages=10,help=20,views=30,audit=40,people=50' } })
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key)
  const now = app.clock.now()
  await setProcessed(app, { token, processed: true, reason: 'paid by check' }, me.staff)
  await viewEntitlement(app, token, me.staff)
  await requestHelp(app, {
    token,
    fields: { email: 'a@x.example', text: 'Help' },
    captcha: '',
    address: '1.2.3.4',
    reference: '',
    language: 'en',
  })
  const daily = jobHandlers(app).daily
  await app.db.client.query('update entitlements set access_ends_at = $1', [now])
  app.clock.advance(1)
  await daily({}, 0)
  for (const table of ['people', 'entitlements'])
    await app.db.client.query(`update ${table} set updated_at = $1`, [now])
  await app.db.client.query('update messages set created_at = $1', [now])
  const left = async () => ({
    messages: await countOf(app, 'messages'),
    help: await countOf(app, 'help_requests'),
    views: await countOf(app, "audit where action = 'view'"),
    changes: await countOf(app, "audit where action in ('process', 'end-access') and actor <> 'system'"),
    people: (await app.db.orm.select().from(people)).filter(p => !p.erasedAt).length,
  })
  let expected = await left()
  for (const [kind, count] of Object.entries(expected)) t.ok(count > 0, kind)
  for (const [kind, days] of [
    ['messages', 10],
    ['help', 20],
    ['views', 30],
    ['changes', 40],
    ['people', 50],
  ] as const) {
    app.clock.set(new Date(now.getTime() + days * DAY - 1000))
    await daily({}, 0)
    t.strictSame(await left(), expected, `${kind}: not before its time`)
    app.clock.set(new Date(now.getTime() + days * DAY + 1000))
    await daily({}, 0)
    expected = { ...expected, [kind]: 0 }
    t.strictSame(await left(), expected, kind)
  }
  t.equal(await countOf(app, "erasures where asked = 'retention' and actor = 'system'"), 1)
})

t.test('one person who cannot be erased does not keep the others', async t => {
  const lines: string[] = []
  const app = await testApp(t, { env: { RETENTION_DAYS: 'people=50' }, log: { write: line => void lines.push(line) } })
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  for (const user_id of ['a', 'b', 'c']) await launch(app, school.key, { user_id })
  const broken = await breakErasing(app, 'b')
  app.clock.advance(365 * DAY)
  const left = async () => (await app.db.orm.select().from(people)).filter(p => !p.erasedAt).map(p => p.ltiUserId)
  await t.rejects(eraseInactivePeople(app), /could not be erased: 1/, 'so that the job runs again')
  t.strictSame(await left(), ['b'])
  const [error, ...more] = lines.filter(line => line.includes('could not be erased')).map(line => JSON.parse(line))
  t.match(error, { personId: broken.id })
  t.equal(more.length, 0)
  await broken.repair()
  await eraseInactivePeople(app)
  t.strictSame(await left(), [])
})
