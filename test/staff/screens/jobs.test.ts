import t from 'tap'
import { sourceLabels } from '#src/access/rules/entitlement.ts'
import { findEntitlementByToken } from '#src/access/store/entitlements.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { makeJobs } from '#src/core/jobs/queue.ts'
import { makeLog } from '#src/core/log.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { gradeTargets } from '#src/lti/store/schema.ts'
import { testApp } from '../../support/app.ts'
import { tagsOf, textOf } from '../../support/html.ts'
import { makeMembership } from '../../support/platform.ts'
import { enrollmentRow } from '../../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../../support/school.ts'
import { signedIn } from '../../support/staff.ts'
import { until } from '../../support/until.ts'

t.test('staff see failed jobs with their reason, and retry them without a script', async t => {
  let away = true
  const mail = async () => {
    if (away) throw new Error('the mail server is away, ana@school.example')
    return 'sent' as const
  }
  const app = await testApp(t, { mail })
  const me = await signedIn(app)
  const jobs = makeJobs(app.db, makeLog('silent'))
  t.match(textOf((await me.open('/jobs')).body), 'Nothing failed.')
  const { rows } = await app.db.client.query(
    `insert into messages (key, kind, recipient, data) values ('k', 'access-ends', 'ana@school.example', '{"course":"ASL","school":"S","accessEndsAt":"2027-01-01T00:00:00Z"}') returning id`,
  )
  await inTransaction(app.db, tx => jobs.send(tx, 'mail', { messageId: rows[0].id }))
  await app.startJobs()
  const body = await until('it failed', async () => {
    const { body } = await me.open('/jobs')
    return body.includes('Send a message') ? body : null
  })
  t.match(textOf(body), 'the mail server is away, [cut]')
  t.match(textOf(body), 'ana@school.example , ASL', 'the recipient and the course')
  t.ok(tagsOf(body, 'a').some(a => a.href === '/email/ana%40school.example'))
  t.match(textOf(body), /Tried (once|\d+ times)\. Next try in \d+/)
  away = false
  const id = body.match(/name="job_id" value="([^"]+)"/)?.[1] ?? ''
  const answer = textOf((await me.send('/jobs', { intent: 'retry', job_id: id })).body)
  t.match(answer, /We are trying it again now: Send a message\.|no longer waiting/, 'retried, unless it just ran')
  await until('it is done', async () => (await me.open('/jobs')).body.includes('Nothing failed.'))
  const gone = await me.send('/jobs', { intent: 'retry', job_id: id })
  t.match(gone, { status: 404, body: 'no longer waiting' })
})

t.test('a failed sign-in mail does not show its recipient', async t => {
  const mail = async () => {
    throw new Error('away')
  }
  const app = await testApp(t, { mail })
  const [me, { staff }] = [await signedIn(app), await signedIn(app, 'viewer')]
  await app.startJobs()
  const payload = { connection: 'email', target: staff.email, recaptcha_response: 'off' }
  await app.server.inject({ method: 'POST', url: '/api/auth/magic', payload })
  const body = await until('it failed', async () => {
    const { body } = await me.open('/jobs')
    return body.includes('Send a sign-in code') ? body : null
  })
  t.notMatch(body, staff.email)
})

t.test('a grade that is being retried is described alike on every page', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { id, key } = await makeConsumer(app)
  await makeCourse(app, id, ['A'], { contextId: 'ctx-1' })
  const outcome = { lis_result_sourcedid: '1', lis_outcome_service_url: 'http://127.0.0.1:9/outcomes' }
  const { token } = await launch(app, key, { ...outcome, lis_person_contact_email_primary: 'ana@school.example' })
  await redeem(app, token, await makeCode(app, 'A'))
  const next = new Date(app.clock.now().getTime() + 5 * 60_000)
  await app.db.client.query(
    `update pgboss.job set data = data || '{"attempt":2}', output = '{"message":"The LMS answers HTTP 503."}', start_after = $1
     where name = 'grade'`,
    [next],
  )
  const [why, state] = ['The LMS answers HTTP 503.', 'Tried 2 times. Next try in 5 min.']
  for (const page of [`/find?q=${token}`, `/token?token=${token}`])
    t.match(textOf((await me.open(page)).body), `Send a grade to the school failed: ${why} ${state}`, page)
  await app.db.client.query(
    `insert into pgboss.job (name, data, created_on)
     select 'dead', '{"name":"grade","attempt":8,"data":{"kind":"enrollment","id":0}}', now() - interval '1 day' from generate_series(1, 200)`,
  )
  for (const page of [`/find?q=${token}`, `/token?token=${token}`])
    t.match(textOf((await me.open(page)).body), why, `${page}, with many other failures`)
  await app.db.client.query("delete from pgboss.job where name = 'dead'")
  const { body } = await me.open('/jobs')
  for (const part of ['Send a grade to the school', why, state]) t.match(textOf(body), part)
  const person = await findEntitlementByToken(app.db, token)
  t.match(
    body,
    `<a href="/token?token=${token}">${person?.name}</a>, ${courseName(person!.course)}`,
    'the person and the course',
  )
  t.notMatch(textOf(body), /kind enrollment|id \d/)
})

t.test('rejected grades show their school and link to the retry', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { id, key, name, schoolId } = await makeConsumer(app)
  await makeCourse(app, id, ['A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, key)
  const { token: there, platform, deployment } = await makeMembership(app, ['A'])
  for (const each of [token, there]) {
    const { id: entitlementId } = await enrollmentRow(app, each)
    const target = { entitlementId, sourcedId: 's', outcomeServiceUrl: 'x', problem: 'HTTP 404' }
    await app.db.orm.insert(gradeTargets).values(target)
  }
  const { body } = await me.open('/jobs')
  t.notMatch(textOf(body), 'Nothing failed.')
  for (const whose of [name, platform.domain]) t.match(textOf(body), `${whose} : 1 rejected. Latest: HTTP 404`)
  const links = tagsOf(body, 'a').map(a => a.href)
  for (const link of [`/schools/${schoolId}`, `/schools/${deployment.schoolId}`]) t.ok(links.includes(link), link)
})

t.test('pages show in words how a person got access', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { id, key } = await makeConsumer(app)
  await makeCourse(app, id, ['A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, key, { lis_person_contact_email_primary: 'ana@school.example' })
  await redeem(app, token, await makeCode(app, 'A'))
  for (const source of ['code', 'migrated'] as const) {
    await app.db.client.query('update entitlements set source = $1', [source])
    for (const page of [`/token?token=${token}`, '/email?email=ana%40school.example'])
      t.match(textOf((await me.open(page)).body), sourceLabels[source], page)
  }
})
