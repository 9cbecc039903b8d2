import t from 'tap'
import { remindOfAccessEnd } from '#src/access/access-ends.ts'
import { endExpiredAccess } from '#src/access/entitlements.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { eraseRecords } from '#src/desk/erasures.ts'
import { notifyWaitingCourses } from '#src/desk/waiting-work.ts'
import { sendMissedGrades } from '#src/lti/grades.ts'
import { testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { move } from '../support/move.ts'
import { countOf, enrollmentRow, jobsOf, targetsOf, usesOf } from '../support/rows.ts'
import { launch, redeem } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

const OUT = 'http://lms.example/out'
const [IN, OVER, NEW] = ['token-of-one-who-is-in', 'token-of-last-year-0001', 'e_token-of-one-who-waits']
/** A consumer with a course, and people who are in, were in, and are not. The column of the first has no score. */
const FILES = {
  'schools.csv': 'name\nRiver\n',
  'consumers.csv': 'key,school,secret,previous_secret\nriver,River,old secret,older secret\n',
  'products.csv': 'product_code,name,stripe_price_id\nASL1,ASL 1,price_1\n',
  'courses.csv':
    'consumer_key,context_id,product_codes,term_end_at,join_token\nriver,c1,ASL1,2027-06-30,join-link-of-old\nriver,waits,,,\n',
  'people.csv': 'consumer_key,user_id,email\nriver,in,in@river.example\nriver,over,\nriver,new,\n',
  'entitlements.csv': `consumer_key,context_id,user_id,token,processed_at,source,access_ends_at
river,c1,in,${IN},2026-07-01,code,
river,c1,over,${OVER},2025-07-01,code,2025-12-31
river,c1,new,${NEW},,,
`,
  'grade_targets.csv': `token,resource_link_id,grade_passback_id,outcome_service_url,score,sent_at
${IN},link-1,src-1,${OUT},,
${IN},link-2,src-2,${OUT},1,2026-07-01
${NEW},link-1,src-3,${OUT},,
`,
  'codes.csv': 'coupon_code,product_code,max_usage,used\nBOOK-0001,ASL1,1,\nBOOK-0002,ASL1,1,\nCLASS-0001,ASL1,30,10\n',
  'code_uses.csv': `coupon_code,token,attached_at\nBOOK-0001,${IN},2026-07-01\nBOOK-0002,${OVER},2025-07-01\n`,
}

const moved = async (t: Test) => {
  const app = await testApp(t)
  app.clock.set(new Date('2026-11-24T16:00:00Z'))
  const moveAgain = () => move(t, app, FILES, { writes: true })
  t.equal((await moveAgain()).code, 0)
  const open = (user: string, over = {}, secret = 'old secret') =>
    launch(app, 'river', { context_id: 'c1', user_id: user, ...over }, { secret })
  return { app, moveAgain, open }
}

t.test('opens the same course for the same student, by either secret and by the old link', async t => {
  const { app, open } = await moved(t)
  t.match(await open('in'), { status: 303, token: IN })
  t.match(await open('in', {}, 'older secret'), { status: 303, token: IN })
  t.equal((await open('in', {}, 'another')).status, 401)
  t.not((await enrollmentRow(app, IN)).processedAt, null)
  const page = await app.server.inject(`/lti/pay?token=${IN}`)
  t.match(textOf(page.body), /Thank you|access/)
  const course = await app.server.inject('/api/courses?enroll_token=join-link-of-old')
  t.equal(course.statusCode, 403)
  t.not(course.json().error, 'Not found')
})

t.test('counts on from the uses of a code', async t => {
  const { app, open } = await moved(t)
  t.match(await redeem(app, NEW, 'BOOK-0001'), { status: 'MAX_OTHER_EMAIL' })
  t.match(await redeem(app, NEW, 'class 0001'), { status: 'PROCESSED' })
  t.equal((await usesOf(app, 'CLASS-0001')).length, 1)
  t.match((await open('new')).token, NEW)
})

t.test('moves access that has ended as over, with its code, and still finds it the same', async t => {
  const { app, moveAgain } = await moved(t)
  t.match(await enrollmentRow(app, OVER), { processedAt: null, source: null, stripeEventId: null })
  t.not((await usesOf(app, 'BOOK-0002'))[0]!.voidedAt, null)
  t.match(await redeem(app, OVER, 'BOOK-0002'), { status: 'MAX_SAME_EMAIL' })
  t.match(await redeem(app, OVER, 'CLASS-0001'), { status: 'PROCESSED' })
  t.equal((await moveAgain()).code, 1, 'it is different once they have access again')
})

t.test('starts no job and sends no mail', async t => {
  const { app } = await moved(t)
  await endExpiredAccess(app)
  await remindOfAccessEnd(app)
  await sendMissedGrades(app)
  await notifyWaitingCourses(app)
  t.equal((await app.db.client.query('select from pgboss.job')).rowCount, 0)
  t.equal((await app.db.client.query('select from messages')).rowCount, 0)
})

t.test('sends a score that was not sent at the next launch of the person, and no other', async t => {
  const { app, open } = await moved(t)
  await open('new')
  t.strictSame(await jobsOf(app, 'grade'), [])
  await open('in', { resource_link_id: 'link-9' })
  const [waiting] = await targetsOf(app, IN)
  t.strictSame(await jobsOf(app, 'grade'), [{ targetId: waiting!.id }])
})

t.test('says on the timeline of a student when they were moved in', async t => {
  const { app } = await moved(t)
  const me = await signedIn(app)
  const { id } = (await app.db.client.query('select id from schools')).rows[0]
  for (const address of [`/token?token=${IN}`, '/course/c1', '/access_code/BOOK-0001', `/schools/${id}`])
    t.match(textOf((await me.open(address)).body), /11\/24\/26 System · Moved in/, address)
})

t.test('offers the links of a course as a cartridge without a secret', async t => {
  const { app } = await moved(t)
  const me = await signedIn(app)
  const { id } = (await app.db.client.query(`select id from courses where context_id = 'c1'`)).rows[0]
  const href = `/api/lti_courses/${id}/cartridge.imscc`
  t.match((await me.open(`/courses/${id}`)).body, href)
  const headers = { authorization: `Bearer ${me.bearer}` }
  const file = await app.server.inject({ url: href, headers })
  t.equal(file.rawPayload.subarray(0, 2).toString(), 'PK')
  t.match(file.headers['content-disposition'], `signbook-course-${id}.imscc`)
  t.notMatch(file.rawPayload.toString('latin1'), /secret/)
  t.equal((await app.server.inject({ url: '/api/schools/999/cartridge.imscc', headers })).statusCode, 404)
})

t.test('does not bring back a person who was erased here, until they come back', async t => {
  const app = await testApp(t)
  const files = { ...FILES, 'people.csv': `${FILES['people.csv']},,cy@river.example\n` }
  t.equal((await move(t, app, files, { writes: true })).code, 0)
  const { rows } = await app.db.client.query(
    `select id from people where lti_user_id = 'in' or email = 'cy@river.example'`,
  )
  for (const { id: personId } of rows)
    await inTransaction(app.db, tx =>
      eraseRecords(app, tx, { personId, actor: 'system', asked: 'person', now: app.clock.now() }),
    )
  const { code, said, lines } = await move(t, app, files, { writes: true })
  t.equal(code, 1)
  t.match(lines[0], /^people\.csv:2:user_id: refused: This person was erased here\./)
  t.match(lines[1], /^people\.csv:5:user_id: refused: This person was erased here\./)
  t.match(lines[2], /^entitlements\.csv:2:user_id: refused/, 'and what refers to them')
  t.match(said, /^entitlements\.csv: 3 rows, 0 new, 2 same, 0 different, 1 refused$/m)
  t.equal(await countOf(app, `people where lti_user_id = 'in' or email like '%@river.example'`), 0)
  await launch(app, 'river', { context_id: 'c1', user_id: 'in' }, { secret: 'old secret' })
  t.match((await move(t, app, files)).said, /^people\.csv: 4 rows, 0 new, 2 same, 1 different, 1 refused$/m)
})
