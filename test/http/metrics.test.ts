import t from 'tap'
import { makeHttpClient } from '#src/core/outbound.ts'
import { testApp } from '../support/app.ts'
import { openPay } from '../support/form.ts'
import { misbehaving } from '../support/misbehaving.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'

const TOKEN = 'a token for the scraper'

t.test('answers like an unknown address without METRICS_TOKEN or with a wrong token', async t => {
  const closed = await testApp(t)
  const open = await testApp(t, { env: { METRICS_TOKEN: TOKEN } })
  for (const [app, authorization] of [
    [closed, `Bearer ${TOKEN}`],
    [open, undefined],
    [open, TOKEN],
    [open, `Bearer ${TOKEN} `],
    [open, 'Bearer'],
  ] as const) {
    const answer = await app.server.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })
    t.hasStrict(answer, { statusCode: 302, body: '' }, 'the answer for every unknown address')
  }
})

t.test('counts launches, requests by route and jobs, without personal data', async t => {
  const app = await testApp(t, { env: { METRICS_TOKEN: TOKEN } })
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key, { lis_person_contact_email_primary: 'ana@school.example' })
  await launch(app, school.key, {}, { secret: 'wrong' })
  await openPay(app, token)
  await redeem(app, token, 'WRONG')
  await redeem(app, token, await makeCode(app, 'A'))
  const call = makeHttpClient({ service: 'canvas' })
  const service = await misbehaving(t)
  for (const fault of ['down', '429', '500', 'garbage'] as const) {
    service.fault = fault
    await call({ url: service.base }).catch(() => null)
  }
  const scrape = async () => {
    const answer = await app.server.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
    t.equal(answer.statusCode, 200)
    return answer.body
  }
  const text = await scrape()
  t.match(text, 'signbook_launches_total{version="1.1",outcome="pay"} 1')
  t.match(text, 'signbook_launches_total{version="1.1",outcome="signature"} 1')
  t.match(text, 'signbook_request_seconds_count{method="GET",route="/lti/pay",status="200"} 1')
  t.match(text, 'signbook_jobs{queue="bulk-mail",state="created"} 1')
  t.match(text, 'signbook_redemptions_total{outcome="ok"} 1')
  t.match(text, /^signbook_redemptions_total\{outcome="code_\w+"\} 1$/m)
  for (const outcome of ['no_answer', 'throttled', 'failed', 'answered'])
    t.match(text, `signbook_outside_calls_total{service="canvas",outcome="${outcome}"} 1`)
  t.match(text, /^nodejs_eventloop_lag_p99_seconds /m)
  t.match(text, /^signbook_job_wait_seconds\{queue="bulk-mail"\} \d/m)
  t.match(text, /^signbook_database_connections\{state="waiting"\} \d/m)
  t.match(text, 'signbook_database_up 1')
  t.match(text, /^signbook_database_bytes \d{6,}/m)
  t.match(text, /^signbook_disk_free_bytes\{folder="data"\} \d{6,}/m)
  t.notMatch(text, /^signbook_\w+\{[^}]*\b(job|instance)="/m, 'labels that Prometheus keeps for itself')
  t.match(text, 'signbook_last_card_event_timestamp_seconds 0')
  t.match(text, 'signbook_last_backup_timestamp_seconds 0')
  t.match(text, /^signbook_build_info\{version="\d+\.\d+/m)
  for (const secret of [token, 'ana@', 'token=', TOKEN]) t.notMatch(text, secret)

  app.metrics.unhandledRejection()
  t.match(await scrape(), 'signbook_unhandled_rejections_total 1')
})

t.test('answers within a second while the database is away or does not answer', async t => {
  const app = await testApp(t, { env: { METRICS_TOKEN: TOKEN } })
  const scrape = () => app.server.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  t.match((await scrape()).body, 'signbook_database_up 1')
  const { query } = app.db.client
  for (const broken of [async () => Promise.reject(new Error('away')), () => new Promise(() => {})]) {
    app.db.client.query = broken as typeof query
    const began = performance.now()
    const { statusCode, body } = await scrape()
    t.equal(statusCode, 200)
    t.ok(performance.now() - began < 2000)
    t.match(body, 'signbook_database_up 0')
    t.match(body, 'signbook_launches_total{version="1.1",outcome="pay"} 0')
    t.notMatch(body, /^signbook_(jobs|last_backup\w+|database_bytes)\b/m, 'no value that is not known')
    app.db.client.query = query
  }
  t.match((await scrape()).body, /signbook_database_up [01]/)
})
