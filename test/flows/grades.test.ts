import t from 'tap'
import { makeOutcomeService } from '#src/demo/emulators/outcomes.ts'
import { testApp } from '../support/app.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
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
  const by = { actor: 'staff:1', staffId: undefined }
  const set = (processed: boolean) => app.operations.setProcessed({ token, processed, by })
  const { rows } = await app.db.client.query('select id from enrollments')
  const send = () => app.operations.sendGrade({ kind: 'enrollment', id: rows[0].id })
  const row = async () => (await app.db.client.query('select * from grades')).rows[0]
  return { ...service, app, school, token, sourcedId, outcome, enter, set, send, row }
}

t.test('who gets in has 1 in the LMS, who is taken out again 0; signed, with the hash of the body', async t => {
  const { app, enter, set, scores, requests, sourcedId } = await setUp(t)
  await enter()
  t.strictSame(requests, [], 'not before the job runs')
  await app.startJobs()
  await until('the grade is there', () => scores.get(sourcedId) === 1)
  t.strictSame(requests, [{ operation: 'replaceResult', sourcedId, signed: true }])
  await set(false)
  await until('it is taken back', () => scores.get(sourcedId) === 0)
  await set(true)
  await until('and given again', () => scores.get(sourcedId) === 1)
  t.equal(requests.length, 3)
})

t.test('a grade is sent once, however often and from wherever its job runs', async t => {
  const { enter, send, requests } = await setUp(t)
  await enter()
  const runs = await Promise.allSettled(Array.from({ length: 8 }, send))
  t.ok(runs.some(r => r.status === 'fulfilled'))
  await send()
  t.equal(requests.length, 1)
})

t.test('an answer that was lost: the LMS is asked before it is told again', async t => {
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

t.test('an LMS that is away is told later; one that refuses, with HTTP 200, is not asked for ever', async t => {
  const { enter, send, fail, requests, row } = await setUp(t)
  await enter()
  fail('away')
  await t.rejects(send(), /HTTP 503/)
  await send()
  t.match(await row(), { score: 1, problem: null, asking: null })
  t.strictSame(
    requests.map(r => r.operation),
    ['replaceResult', 'readResult', 'replaceResult'],
  )

  const refused = await setUp(t)
  await refused.enter()
  refused.fail('failure')
  await refused.send()
  t.match(await refused.row(), { score: null, problem: 'The LMS refuses the grade: This grade is not wanted' })
})

t.test(
  'nothing is sent for who never was in, where no grade was asked for, or where the school wants none',
  async t => {
    const { send, requests } = await setUp(t)
    await send()
    const unwanted = await setUp(t, { passesGrades: false })
    await unwanted.enter()
    await unwanted.send()
    t.equal(requests.length + unwanted.requests.length, 0)
  },
)

t.test('a link that moved in the LMS has a new place for the grade', async t => {
  const { app, school, enter, send, scores, outcome } = await setUp(t)
  const { rows } = await app.db.client.query('select lti_user_id from people')
  await enter()
  await send()
  await launch(app, school.key, { ...outcome, lis_result_sourcedid: 'another', user_id: rows[0].lti_user_id })
  await send()
  t.equal(scores.get('another'), 1)
})
