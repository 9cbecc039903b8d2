import t from 'tap'
import { remindOfAccessEnd } from '#src/access/access-ends.ts'
import { endExpiredAccess } from '#src/access/entitlements.ts'
import { findEntitlement } from '#src/access/tokens.ts'
import { sendMissedGrades } from '#src/lti/grades.ts'
import { testApp } from '../support/app.ts'
import { makeMembership } from '../support/platform.ts'
import { enrollmentRow, messagesTo } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

const DAY = 24 * 60 * 60 * 1000
const END = '2026-12-20T05:59:59.999Z'

/** One person by each LTI version, both with access until the same end. */
const setUp = async (t: Test, end = END) => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A'], { termEndsAt: new Date(end) })
  const email = 'ana@school.example'
  const { token } = await launch(app, school.key, {
    context_id: course.contextId,
    lis_person_contact_email_primary: email,
  })
  await redeem(app, token, await makeCode(app, 'A'))
  const by13 = await makeMembership(app, ['A'], 'noe@school.example')
  await app.db.client.query('update courses set term_ends_at = $1', [end])
  await redeem(app, by13.token, await makeCode(app, 'A'))
  const endings = async (to: string) => (await messagesTo(app, to)).filter(m => m.kind === 'access-ends')
  return { app, token, email, by13, endings }
}

t.test('everybody is reminded once two weeks before access ends, even if the job runs twice or at once', async t => {
  const { app, email, endings } = await setUp(t)
  app.clock.set('2026-12-05T15:00:00Z')
  t.equal(await remindOfAccessEnd(app), 0, 'not fifteen days before')
  app.clock.advance(DAY)
  const runs = await Promise.all([1, 2, 3].map(() => remindOfAccessEnd(app)))
  t.equal(runs[0]! + runs[1]! + runs[2]!, 2)
  app.clock.advance(DAY)
  t.equal(await remindOfAccessEnd(app), 0)
  t.match(await endings(email), [{ data: { accessEndsAt: END } }])
  t.equal((await endings('noe@school.example')).length, 1)
  await app.startJobs()
  const mail = await until('it is sent', () => app.mails.find(m => m.to === email && /ends/.test(m.subject)))
  t.match(mail.subject, 'Your access ends on December 19, 2026')
  t.match(mail.text, 'To use the course after that, enter a new access code or pay again.')
})

t.test('a person who joins with less than two weeks left gets no reminder, as the welcome has the date', async t => {
  const { app } = await setUp(t, '2026-12-01T05:59:59Z')
  t.equal(await remindOfAccessEnd(app), 0)
})

t.test('everybody loses access once at the end, and nothing else is taken back', async t => {
  const { app, token, by13 } = await setUp(t)
  app.clock.set(END)
  const runs = await Promise.all([1, 2, 3].map(() => endExpiredAccess(app)))
  t.equal(runs[0]! + runs[1]! + runs[2]!, 2)
  t.equal(await endExpiredAccess(app), 0)
  t.match(await enrollmentRow(app, token), { processedAt: null, accessEndsAt: new Date(END) })
  t.equal((await findEntitlement(app, by13.token))?.processedAt, null)
  const { rows } = await app.db.client.query("select count(*)::int as n from audit where action = 'end-access'")
  t.equal(rows[0].n, 2)
})

t.test('ends more than one batch', async t => {
  const { app, token } = await setUp(t)
  const { courseId } = await enrollmentRow(app, token)
  await app.db.client.query(
    `with p as (insert into people (email) select 'p' || n || '@x.example' from generate_series(1, 600) n returning id)
     insert into entitlements (kind, course_id, person_id, token, session_id, processed_at, source, access_ends_at)
     select 'enrollment', $1, id, 'e_batch_' || id, gen_random_uuid(), now(), 'code', $2 from p`,
    [courseId, END],
  )
  app.clock.set(END)
  t.equal(await endExpiredAccess(app), 602)
})

t.test('the daily job sends the grade when a grade column appears after processing', async t => {
  const { app } = await setUp(t)
  const grades = async () =>
    (await app.db.client.query("select data->'data' as data from pgboss.job where name = 'grade'")).rows
  await sendMissedGrades(app)
  t.strictSame(await grades(), [])
  await app.db.client.query(
    `insert into grade_targets (entitlement_id, sourced_id, outcome_service_url)
     select id, 'sid', 'https://x.example' from entitlements where kind = 'enrollment'`,
  )
  await app.db.client.query(
    `insert into grade_targets (entitlement_id, line_item_url)
     select id, 'https://x.example/1' from entitlements where kind = 'membership'`,
  )
  await sendMissedGrades(app)
  const { rows } = await app.db.client.query('select id from grade_targets order by id')
  const targets = (await grades()).map(g => g.data.targetId).toSorted((a, b) => a - b)
  t.strictSame(
    targets,
    rows.map(row => row.id),
  )
  t.equal(targets.length, 2)
})
