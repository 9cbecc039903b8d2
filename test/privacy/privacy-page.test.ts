import { getTableName } from 'drizzle-orm'
import t from 'tap'
import { DEFAULT_RETENTION, daysText, parseRetention, retentionKinds } from '#src/core/rules/retention.ts'
import { dataMap } from '#src/privacy/store/data-map/index.ts'
import { columnsOf } from '#src/privacy/store/erase-rows.ts'
import { testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { signedIn } from '../support/staff.ts'

const policy = async (app: Awaited<ReturnType<typeof testApp>>) => textOf((await app.server.inject('/privacy')).body)

t.test('the privacy page promises the times that the product keeps', async t => {
  const app = await testApp(t, {
    env: { RETENTION_DAYS: 'diary=11,attempts=12,messages=13,help=14,views=15,audit=16,people=17' },
  })
  const text = await policy(app)
  t.notMatch(text, '{{')
  for (const [sentence, days] of [
    ['We delete entries after', 11],
    ['Launch diary:', 11],
    ['Access codes that we refused:', 12],
    ['Emails that we sent you:', 13],
    ['Requests for help:', 14],
    ['Which of our staff viewed your record:', 15],
    ['What they changed:', 16],
    ['ID number and enrollments:', 17],
  ])
    t.match(text, `${sentence} ${days} days`)
  const page = (await (await signedIn(app)).open('/what_we_keep')).body
  for (const days of [11, 12, 13, 14, 15, 16, 17]) t.match(page, `${days} days`, 'so does the page for staff')
})

t.test('what it says about deleting is what the data map does', async t => {
  const text = await policy(await testApp(t))
  const entryOf = (name: string) => dataMap.find(e => getTableName(e.table) === name)!
  const heldAs = (table: string, column: string) => columnsOf(entryOf(table)).find(c => c.name === column)?.held
  t.match(text, 'your name, addresses, ID numbers, messages and requests for help go')
  for (const column of ['name', 'given_name', 'family_name', 'email', 'lti_user_id'])
    t.equal(heldAs('people', column), 'personal', column)
  for (const table of ['messages', 'help_requests', 'sign_ups', 'code_tries'])
    t.equal(entryOf(table).erase, 'delete', table)
  t.match(text, 'They also go from our records of changes')
  for (const column of ['before', 'after', 'reason']) t.equal(heldAs('audit', column), 'text', column)
  t.match(text, 'We keep the access codes you used and the amounts you paid')
  t.equal(entryOf('coupon_uses').erase, 'stay')
  t.equal(heldAs('checkouts', 'total'), 'record')
  t.equal(heldAs('checkouts', 'receipt_email'), 'personal')
  t.match(text, 'The diary has no names, email addresses or user IDs')
  t.notOk(columnsOf(entryOf('launch_diary')).some(c => c.held === 'personal'))
  t.match(text, 'K-12 schools have no chat', 'see test/flows/help.test.ts')
})

t.test('RETENTION_DAYS takes kinds and days, and keeps the defaults of the others', t => {
  t.strictSame(parseRetention(''), DEFAULT_RETENTION)
  t.strictSame(parseRetention(' diary = 7 , help=1 '), { ...DEFAULT_RETENTION, diary: 7, help: 1 })
  for (const bad of ['diary', 'diary=', 'diary=0', 'diary=-1', 'diary=1.5', 'diary=99999', 'pets=3', 'diary=7;help=1'])
    t.equal(parseRetention(bad), null, bad)
  t.strictSame([1, 30, 365, 730, 400].map(daysText), ['1 day', '30 days', '1 year', '2 years', '400 days'])
  t.ok(retentionKinds.length > 5)
  t.end()
})
