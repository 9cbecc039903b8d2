import t from 'tap'
import { setProcessed } from '#src/access/people.ts'
import { retryGrades, sendGrade, sendMissedGrades } from '#src/lti/grades.ts'
import { startLmsEmulator } from '#src/practice/emulators/lms.ts'
import { makeOutcomeService } from '#src/practice/emulators/outcomes.ts'
import { rotateConsumerSecret } from '#src/schools/consumers.ts'
import { consumerVault, testApp } from '../support/app.ts'
import { colleague } from '../support/facts.ts'
import { textOf } from '../support/html.ts'
import { C, launch13, practicePlatform } from '../support/oidc.ts'
import { makeMembership } from '../support/platform.ts'
import { changeConsumer, countOf, jobsOf, targetsOf } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct, redeem } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

const setUp = async (t: Test, given: { passesGrades?: boolean } = {}) => {
  const service = makeOutcomeService(key => (key.startsWith('school_') ? 'secret' : undefined))
  const base = await service.server.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(() => service.server.close())
  const app = await testApp(t)
  const school = await makeConsumer(app, given)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const sourcedId = '{"data":{"id":"1"},"hash":"<x>&"}'
  const outcome = { lis_result_sourcedid: sourcedId, lis_outcome_service_url: `${base}/outcomes?b=2&a=x%20y&a=1` }
  const { token } = await launch(app, school.key, outcome)
  const enter = async () => redeem(app, token, await makeCode(app, 'A'))
  const set = (processed: boolean) => setProcessed(app, { token, processed }, colleague)
  const target = async () => (await targetsOf(app, token))[0]!
  const send = async () => sendGrade(app, (await target()).id)
  return { ...service, app, school, token, sourcedId, outcome, enter, set, send, target }
}

t.test('sends 1 to the LMS when a person gets access and 0 when they lose it, signed with the body hash', async t => {
  const { app, enter, set, scores, requests, sourcedId } = await setUp(t)
  await enter()
  t.strictSame(requests, [], 'not before the job runs')
  await app.startJobs()
  await until('the grade arrived', () => scores.get(sourcedId) === 1)
  t.strictSame(requests, [{ operation: 'replaceResult', sourcedId, signed: true }])
  await set(false)
  await until('the grade was reset', () => scores.get(sourcedId) === 0)
  await set(true)
  await until('the grade was sent again', () => scores.get(sourcedId) === 1)
  t.equal(requests.length, 3)
})

t.test('sends a grade once, however many jobs run', async t => {
  const { enter, send, requests } = await setUp(t)
  await enter()
  const runs = await Promise.allSettled(Array.from({ length: 8 }, send))
  t.ok(runs.some(r => r.status === 'fulfilled'))
  await send()
  t.equal(requests.length, 1)
})

t.test('reads the result before sending again when an answer was lost', async t => {
  const { enter, send, fail, requests, scores, sourcedId } = await setUp(t)
  await enter()
  fail('lost')
  await t.rejects(send())
  t.equal(scores.get(sourcedId), 1)
  await send()
  await send()
  t.strictSame(
    requests.map(r => r.operation),
    ['replaceResult', 'readResult'],
  )
})

t.test('sends 1 again to a person who is let in again after the answer to a 0 was lost', async t => {
  const { enter, set, send, fail, target, scores, sourcedId } = await setUp(t)
  await enter()
  await send()
  await set(false)
  fail('lost')
  await t.rejects(send())
  t.equal(scores.get(sourcedId), 0)
  await set(true)
  await send()
  t.equal(scores.get(sourcedId), 1)
  t.match(await target(), { score: 1, asking: null })
})

t.test('retries when the LMS is down, and stops when it refuses with HTTP 200', async t => {
  const { enter, send, fail, requests, target } = await setUp(t)
  await enter()
  fail('away')
  await t.rejects(send(), /HTTP 503/)
  await send()
  t.match(await target(), { score: 1, problem: null, asking: null })
  t.strictSame(
    requests.map(r => r.operation),
    ['replaceResult', 'readResult', 'replaceResult'],
  )

  const refused = await setUp(t)
  await refused.enter()
  refused.fail('failure')
  await refused.send()
  t.match(await refused.target(), { score: null, problem: 'This grade is not wanted' })
})

t.test('falls back to the previous secret while the school has not entered the new one', async t => {
  const { app, school, enter, set, send, target, scores, sourcedId, requests } = await setUp(t)
  const secrets = (now: string, before: string) =>
    changeConsumer(app, school.id, {
      sealedSecret: consumerVault.seal(now),
      sealedPreviousSecret: consumerVault.seal(before),
    })
  await secrets('new', 'secret')
  await enter()
  await send()
  t.equal(scores.get(sourcedId), 1)
  t.strictSame(
    requests.map(r => r.signed),
    [false, true],
  )
  await secrets('secret', 'old')
  await set(false)
  await send()
  t.equal(requests.length, 3, 'one request once the school uses the new secret')
  await secrets('newer', 'new')
  await set(true)
  await send()
  t.match(await target(), { problem: 'The signature is not valid' })
})

const PASSING = ['down', 'away', 'busy', 'throttled'] as const
const FINAL = ['forbidden', 'failure', 'unsupported'] as const

t.test('the daily job retries temporary failures and deletes their dead letter', async t => {
  for (const fault of PASSING) {
    const { app, enter, send, fail, target, scores, sourcedId } = await setUp(t)
    const missed = async () => {
      await sendMissedGrades(app)
      return countOf(app, "pgboss.job where name = 'grade'")
    }
    await enter()
    fail(fault)
    await t.rejects(send(), fault)
    t.match(await target(), { score: null, problem: null }, `${fault} is not a refusal`)
    t.equal(await missed(), 1, 'not while its own job still retries')
    await app.db.client.query("update pgboss.job set name = 'dead' where name = 'grade'")
    t.equal(await missed(), 1, 'it gave up, so there is a new job')
    t.equal(await countOf(app, "pgboss.job where name = 'dead'"), 0)
    await app.startJobs()
    await until(`the grade arrived after ${fault}`, () => scores.get(sourcedId) === 1)
  }
})

t.test('the daily job takes back a grade that could not be taken back before', async t => {
  const { app, enter, send, set, fail, scores, sourcedId } = await setUp(t)
  await enter()
  await send()
  await set(false)
  fail('down')
  await t.rejects(send())
  await app.db.client.query("delete from pgboss.job where name = 'grade'")
  await sendMissedGrades(app)
  await app.startJobs()
  await until('the grade was reset', () => scores.get(sourcedId) === 0)
})

t.test('a refusal keeps its reason and is not retried until the link has another grade column', async t => {
  for (const fault of FINAL) {
    const { app, school, outcome, enter, send, fail, target, requests, scores } = await setUp(t)
    const { rows } = await app.db.client.query('select lti_user_id from people')
    await enter()
    fail(fault)
    await send()
    t.match(await target(), {
      score: null,
      problem:
        /^(HTTP 403|This grade is not wanted)\. If the LMS names no other reason, allow the tool to send grades\./,
    })
    await app.db.client.query("delete from pgboss.job where name = 'grade'")
    await sendMissedGrades(app)
    t.equal(await countOf(app, "pgboss.job where name = 'grade'"), 0, `${fault} is not retried`)
    await launch(app, school.key, { ...outcome, lis_result_sourcedid: 'another', user_id: rows[0].lti_user_id })
    await sendMissedGrades(app)
    t.equal(await countOf(app, "pgboss.job where name = 'grade'"), 1)
    await send()
    t.equal(scores.get('another'), 1)
    t.match(await target(), { score: 1, problem: null })
    t.ok(requests.length <= 3)
  }
})

t.test(
  'a grade that was refused is sent again by staff, from the person or the school, once also twice at once',
  async t => {
    for (const from of ['token', 'consumer'] as const) {
      const { app, school, token, enter, send, fail, target, scores, sourcedId } = await setUp(t)
      await enter()
      fail('failure')
      await send()
      await app.db.client.query("delete from pgboss.job where name = 'grade'")
      const [me, viewer] = [await signedIn(app), await signedIn(app, 'viewer')]
      const url = from === 'token' ? `/token?token=${token}` : `/schools/${school.schoolId}`
      const press = (who = me) => who.post(url, { intent: 'grades' })
      t.match((await me.open(url)).body, /This grade is not wanted.*Try again/s)
      t.notMatch((await viewer.open(url)).body, 'Try again')
      t.equal((await press(viewer)).status, 403)
      const pages = await Promise.all([press(), press(), press()])
      t.strictSame(pages.map(p => p.status).sort(), [303, 409, 409])
      t.equal(await countOf(app, "pgboss.job where name = 'grade'"), 1)
      t.equal(await countOf(app, "audit where action = 'retry-grades'"), 1)
      t.match(textOf((await me.open(url)).body), 'We are sending the rejected grades again.')
      t.notMatch(textOf((await me.open(url)).body), 'sending the rejected grades', 'told once')
      t.equal(await countOf(app, "audit where action = 'retry-grades'"), 1, 'and a reload does nothing')
      t.match(await target(), { problem: null })
      await app.startJobs()
      await until('the grade is there', () => scores.get(sourcedId) === 1)
      await until('and is written down', async () => (await target()).score === 1)
      const none = await retryGrades(app, { kind: 'school', id: school.schoolId }, colleague)
      t.strictSame(none, { ok: false, reason: 'no_rejected_grades' })
      t.match(textOf((await press()).body), 'No rejected grades are left to send.')
    }
  },
)

t.test('when staff retry after the person lost access, 0 is sent', async t => {
  const { app, token, enter, set, send, fail, target, scores, sourcedId } = await setUp(t)
  await enter()
  await send()
  await set(false)
  fail('failure')
  await send()
  t.match(await target(), { problem: /not wanted/ })
  t.equal(scores.get(sourcedId), 1)
  await (await signedIn(app)).post(`/token?token=${token}`, { intent: 'grades' })
  await send()
  t.equal(scores.get(sourcedId), 0)
  t.match(await target(), { problem: null, score: 0 })
})

t.test('after a new secret, rejected grades are retried daily for two weeks while the school enters it', async t => {
  const { app, school, enter, send, target, scores, sourcedId } = await setUp(t)
  await changeConsumer(app, school.id, { sealedSecret: consumerVault.seal('not the one of the LMS') })
  await enter()
  await send()
  t.match(await target(), { problem: /The signature is not valid/ })
  const day = async () => {
    await app.db.client.query("delete from pgboss.job where name = 'grade'")
    app.clock.advance(24 * 60 * 60 * 1000)
    await sendMissedGrades(app)
    const asked = await countOf(app, "pgboss.job where name = 'grade'")
    if (asked > 0) await send()
    return asked
  }
  t.equal(await day(), 0, 'a refusal is not retried')
  await rotateConsumerSecret(app, school.key, { ...colleague, role: 'manager', confirmedAt: app.clock.now() }, 'leaked')
  const days: number[] = []
  for (let n = 0; n < 16; n++) days.push(await day())
  t.strictSame(days, [...Array(13).fill(1), 0, 0, 0])
  await rotateConsumerSecret(app, school.key, { ...colleague, role: 'manager', confirmedAt: app.clock.now() }, 'leaked')
  await changeConsumer(app, school.id, { sealedSecret: consumerVault.seal('secret') })
  t.equal(await day(), 1)
  t.equal(scores.get(sourcedId), 1)
  t.equal(await day(), 0, 'an accepted grade is not sent again')
})

t.test('sends again after a lost answer when the LMS does not support reading', async t => {
  const { enter, send, fail, target, requests } = await setUp(t)
  await enter()
  fail('lost')
  await t.rejects(send())
  fail('unsupported')
  await send()
  t.match(await target(), { score: 1, problem: null })
  t.strictSame(
    requests.map(r => r.operation),
    ['replaceResult', 'readResult', 'replaceResult'],
  )
})

t.test('sends nothing without access, without a grade column, or when the school wants no grades', async t => {
  const { send, requests } = await setUp(t)
  await send()
  const unwanted = await setUp(t, { passesGrades: false })
  await unwanted.enter()
  await unwanted.send()
  t.equal(requests.length + unwanted.requests.length, 0)
})

t.test('a moved LMS link gets the grade in its new column', async t => {
  const { app, school, enter, send, scores, outcome } = await setUp(t)
  const { rows } = await app.db.client.query('select lti_user_id from people')
  await enter()
  await send()
  await launch(app, school.key, { ...outcome, lis_result_sourcedid: 'another', user_id: rows[0].lti_user_id })
  await send()
  t.equal(scores.get('another'), 1)
})

t.test('each graded link that a person opens gets the score once, before and after they get access', async t => {
  const { app, school, enter, set, scores, requests, outcome } = await setUp(t)
  const { rows } = await app.db.client.query('select lti_user_id from people')
  const user_id = rows[0].lti_user_id
  const open = (link: string) =>
    launch(app, school.key, { ...outcome, user_id, resource_link_id: link, lis_result_sourcedid: link })
  const arrived = (links: string[], score: number) =>
    until(`${links} have ${score}`, () => links.every(link => scores.get(link) === score))
  const countSent = (link: string) => requests.filter(r => r.sourcedId === link).length
  await app.startJobs()
  for (const link of ['A', 'B']) await open(link)
  await enter()
  await arrived(['A', 'B'], 1)
  await Promise.all([open('C'), open('C'), open('D')])
  for (const link of ['A', 'B', 'C', 'D']) await open(link)
  await arrived(['A', 'B', 'C', 'D'], 1)
  await set(false)
  await arrived(['A', 'B', 'C', 'D'], 0)
  await open('E')
  await set(true)
  await arrived(['A', 'B', 'C', 'D', 'E'], 1)
  t.strictSame(['A', 'B', 'C', 'D', 'E'].map(countSent), [3, 3, 3, 3, 1])
})

t.test('another id for the same link is sent by the daily job, not with the launch', async t => {
  const { app, school, enter, send, scores, outcome, token } = await setUp(t)
  const { rows } = await app.db.client.query('select lti_user_id from people')
  await enter()
  await send()
  await app.db.client.query("delete from pgboss.job where name = 'grade'")
  await launch(app, school.key, { ...outcome, lis_result_sourcedid: 'fresh', user_id: rows[0].lti_user_id })
  t.equal(await countOf(app, "pgboss.job where name = 'grade'"), 0)
  t.equal((await targetsOf(app, token)).length, 1)
  await sendMissedGrades(app)
  await app.startJobs()
  await until('it has the score', () => scores.get('fresh') === 1)
})

t.test('by LTI 1.3 each column that a launch names gets a job, once for a person who is in', async t => {
  const app = await testApp(t)
  const platform = await practicePlatform(t, app)
  await makeProduct(app, 'A')
  const open = (link: string, over: object = { lineitem: `https://lms.example/items/${link}` }) =>
    launch13(app, platform, {
      sub: 'ana',
      [`${C}resource_link`]: { id: link },
      'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint': {
        scope: ['https://purl.imsglobal.org/spec/lti-ags/scope/score'],
        lineitems: 'https://lms.example/items',
        ...over,
      },
    })
  const { token } = await open('A')
  await open('B')
  const me = await signedIn(app)
  await me.call('POST', '/twa/activate_course', { token, product_code: 'A' })
  const jobs = async () => (await jobsOf(app, 'grade')).map(job => job.targetId).sort()
  t.strictSame(await jobs(), [], 'not without access')
  await redeem(app, token, await makeCode(app, 'A'))
  const [a, b] = await targetsOf(app, token)
  t.strictSame(await jobs(), [a?.id, b?.id])
  for (const link of ['A', 'B', 'C', 'C']) await open(link)
  const [, , c] = await targetsOf(app, token)
  t.strictSame(await jobs(), [a?.id, b?.id, c?.id])
  await open('ungraded', {})
  await open('another', {})
  const targets = await targetsOf(app, token)
  t.strictSame(targets.map(target => target.resourceLink).sort(), ['', 'A', 'B', 'C'], 'one for our own column')
  t.equal((await jobs()).length, 4)
})

/** A membership in the practice LMS whose launch included a grade column. */
const setUp13 = async (t: Test) => {
  const app = await testApp(t)
  const toolKeysUrl = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const now = () => app.clock.now()
  const lms = await startLmsEmulator({ toolUrl: 'http://localhost:3000', toolKeysUrl, clientId: 'client-1', now })
  t.teardown(() => lms.close())
  const { token } = await makeMembership(app, ['A'])
  const scopes = ['score', 'lineitem', 'result.readonly'].map(s => `https://purl.imsglobal.org/spec/lti-ags/scope/${s}`)
  await app.db.client.query("update people set lti_user_id = 'practice-ana'")
  await app.db.client.query('update platforms set grant_url = $1', [`${lms.base}/token`])
  const { rows } = await app.db.client.query(
    `insert into grade_targets (entitlement_id, resource_link, line_item_url, scopes)
     select id, 'r', $1, $2 from entitlements returning id`,
    [`${lms.base}/lineitems/1`, scopes],
  )
  const enter = async () => redeem(app, token, await makeCode(app, 'A'))
  const set = (processed: boolean) => setProcessed(app, { token, processed }, colleague)
  const send = () => sendGrade(app, rows[0].id)
  const scores = () => lms.scores.map(s => s.scoreGiven)
  return { app, lms, token, enter, set, send, scores }
}

t.test('by LTI 1.3 a score is sent once, despite retries, parallel jobs and a lost answer', async t => {
  const { app, lms, enter, set, send, scores } = await setUp13(t)
  await enter()
  lms.failing.push(503, 429)
  await t.rejects(send(), /did not take the grade/)
  await t.rejects(send(), /HTTP 429/)
  lms.losing.next = 1
  await t.rejects(send())
  t.strictSame(scores(), [1], 'the score was recorded')
  await Promise.allSettled([1, 2, 3, 4].map(send))
  await send()
  t.strictSame(scores(), [1])
  app.clock.advance(1000)
  await set(false)
  await send()
  t.strictSame(scores(), [1, 0])
})

t.test('by LTI 1.3 the job runs by itself', async t => {
  const { app, enter, scores } = await setUp13(t)
  await enter()
  await app.startJobs()
  await until('the score arrived', () => scores().length === 1)
})

t.test('by LTI 1.3 the daily job retries temporary failures but not refusals', async t => {
  for (const { status, again } of [
    { status: 503, again: 1 },
    { status: 429, again: 1 },
    { status: 403, again: 0 },
    { status: 404, again: 0 },
  ]) {
    const { app, lms, enter, send } = await setUp13(t)
    await enter()
    await app.db.client.query("delete from pgboss.job where name = 'grade'")
    lms.failing.push(status)
    await send().catch(() => {})
    await sendMissedGrades(app)
    t.equal(await countOf(app, "pgboss.job where name = 'grade'"), again, String(status))
    t.equal(await countOf(app, 'grade_targets where problem is not null'), 1 - again)
  }
})

t.test('by LTI 1.3 a platform that issues no token is asked daily for two weeks, then staff see why', async t => {
  const { app, token, enter, send } = await setUp13(t)
  await enter()
  const call = (clientId: string) => app.db.client.query('update platforms set client_id = $1', [clientId])
  await call('forgotten')
  const day = async () => {
    await app.db.client.query("delete from pgboss.job where name = 'grade'")
    await sendMissedGrades(app)
    const asked = await countOf(app, "pgboss.job where name = 'grade'")
    if (asked > 0) await send().catch(() => {})
    app.clock.advance(24 * 60 * 60 * 1000)
    return asked
  }
  const days: number[] = []
  for (let n = 0; n < 20; n++) days.push(await day())
  t.equal(days.filter(Boolean).length, 15)
  t.strictSame(days.slice(15), [0, 0, 0, 0, 0], 'and then no longer')
  const me = await signedIn(app)
  const { rows } = await app.db.client.query('select id from schools')
  const school = `/schools/${rows[0].id}`
  for (const url of [school, `/token?token=${token}`])
    t.match(textOf((await me.open(url)).body), /invalid_client.*we gave up after 14 days/, url)
  await call('client-1')
  const press = () => me.post(school, { intent: 'grades' })
  t.match((await me.open(school)).body, 'Try again')
  const both = await Promise.all([press(), press()])
  t.strictSame(both.map(p => p.status).sort(), [303, 409])
  await send()
  t.equal(
    await countOf(app, 'grade_targets where score = 1 and problem is null and failing_since is null'),
    1,
    'it works when staff try again',
  )
})

t.test('by LTI 1.3 a platform whose token audience is on another host gets no grade, and staff see why', async t => {
  const { app, token, enter, send, scores } = await setUp13(t)
  await enter()
  const audience = 'https://canvas.instructure.com/login/oauth2/token'
  await app.db.client.query('update platforms set audience = $1', [audience])
  await send()
  t.strictSame(scores(), [])
  await sendMissedGrades(app)
  t.equal(await countOf(app, 'grade_targets where score is null and problem is not null'), 1, 'it is not tried again')
  const me = await signedIn(app)
  const { rows } = await app.db.client.query('select id from schools')
  const school = `/schools/${rows[0].id}`
  for (const url of [school, `/token?token=${token}`])
    t.match(textOf((await me.open(url)).body), `the token audience ${audience} is not on the host of`, url)
  await app.db.client.query('update platforms set audience = null')
  await me.post(school, { intent: 'grades' })
  await send()
  t.strictSame(scores(), [1], 'it is sent after the platform is corrected')
})

t.test('by LTI 1.3 the daily job sends the grade when a column appears after processing', async t => {
  const { app, enter, scores } = await setUp13(t)
  const { rows } = await app.db.client.query('delete from grade_targets returning *')
  await enter()
  const jobs = () => countOf(app, "pgboss.job where name = 'grade'")
  t.equal(await jobs(), 0, 'no column to send it to')
  await app.db.client.query(
    `insert into grade_targets (entitlement_id, resource_link, line_item_url, scopes) values ($1, 'r', $2, $3)`,
    [rows[0].entitlement_id, rows[0].line_item_url, rows[0].scopes],
  )
  await sendMissedGrades(app)
  t.equal(await jobs(), 1)
  await app.startJobs()
  await until('the score arrived', () => scores().length === 1)
  await until('and is recorded', () => countOf(app, 'grade_targets where score = 1').then(count => count === 1))
  await sendMissedGrades(app)
  t.equal(await jobs(), 1, 'a recorded score is not sent again')
})
