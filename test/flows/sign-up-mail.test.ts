import t from 'tap'
import { makeLog } from '#src/core/log.ts'
import { CODE_MS } from '#src/core/rules/one-time-code.ts'
import { listFailedJobs } from '#src/desk/failed-jobs.ts'
import { makeMailGateway } from '#src/messages/mail.ts'
import { testApp } from '../support/app.ts'
import { cuttable } from '../support/cuttable.ts'
import { countOf, messagesTo } from '../support/rows.ts'
import { joinable, signUp, verify } from '../support/sign-up.ts'
import { mailServer } from '../support/smtp.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

const TOKEN = 'a token for the scraper'

const setUp = async (t: Test, smtpUrl: string) => {
  const gateway = makeMailGateway(
    { from: 'Signbook <no-reply@signbook.example>', smtpUrl },
    '/nowhere',
    makeLog('silent'),
  )
  const app = await testApp(t, { mail: gateway, env: { METRICS_TOKEN: TOKEN } })
  const { course } = await joinable(app, { title: 'ASL 1' })
  return { app, link: course.joinToken }
}

t.test('a code read from a mail on a real mail server verifies', async t => {
  const server = await mailServer(t)
  const { app, link } = await setUp(t, server.url)
  await app.startJobs()
  await signUp(app, link, { email: 'ana@school.example' })
  const mail = await until('the mail arrived', () => server.mails[0])
  t.match(mail, { subject: 'Your sign-up code', to: [{ address: 'ana@school.example' }] })
  const code = mail.text?.match(/^(\d{6})$/m)?.[1] ?? ''
  t.match(mail.html, `>${code}</p>`, 'the same code in the HTML part')
  t.match(await verify(app, link, 'ana@school.example', code), { http: 200, lti_enrollment: { token: /^e_/ } })
})

t.test('a permanently refused address is not retried; a temporary refusal is', async t => {
  const server = await mailServer(t, { refused: 'gone@school.example', later: 'busy@school.example' })
  const { app, link } = await setUp(t, server.url)
  await app.startJobs()
  await signUp(app, link, { email: 'gone@school.example' })
  await until('recorded as refused', async () => (await messagesTo(app, 'gone@school.example'))[0]?.refusedAt)
  await signUp(app, link, { email: 'busy@school.example' })
  await until('the second try gets through', () => server.mails[0])
  t.match(server.mails, [{ to: [{ address: 'busy@school.example' }] }])
  t.strictSame(server.seen.toSorted(), ['busy@school.example', 'busy@school.example', 'gone@school.example'])
  t.strictSame(await listFailedJobs(app.db), [], 'no failed jobs remain')
})

t.test('after a mail server outage mails arrive late, none lost and none doubled', async t => {
  const server = await mailServer(t)
  const { url, cut } = await cuttable(t, server.url)
  const { app, link } = await setUp(t, url)
  cut(true)
  await app.startJobs()
  const people = ['a', 'b', 'c', 'd'].map(name => `${name}@school.example`)
  for (const email of people)
    t.match(await signUp(app, link, { email }), { http: 200, status: 'sent' }, 'the request does not wait for the mail')
  await until('each was tried', async () => (await listFailedJobs(app.db)).length === people.length)
  t.equal(await countOf(app, 'messages where sent_at is not null'), 0)
  cut(false)
  await until('all mails arrived', () => server.mails.length >= people.length)
  await until(
    'all are marked as sent',
    async () => (await countOf(app, 'messages where sent_at is not null')) === people.length,
  )
  t.strictSame(server.mails.map(m => m.to?.[0]?.address).toSorted(), people)
})

t.test('a code that expired while the mail server was away is not sent, and staff see why', async t => {
  const server = await mailServer(t)
  const { url, cut } = await cuttable(t, server.url)
  const { app, link } = await setUp(t, url)
  cut(true)
  await app.startJobs()
  await signUp(app, link, { email: 'late@school.example' })
  await until('it was tried', async () => (await listFailedJobs(app.db)).length === 1)
  app.clock.advance(CODE_MS)
  await signUp(app, link, { email: 'new@school.example' })
  cut(false)
  await until('the good code arrives', () => server.mails.length > 0)
  const [late] = await until('the old one is settled', async () => {
    const [row] = await messagesTo(app, 'late@school.example')
    return row?.expiredAt && [row]
  })
  t.match(late, { sentAt: null, data: { sealedCode: undefined } })
  t.strictSame(
    server.mails.map(mail => mail.to?.[0]?.address),
    ['new@school.example'],
  )
})

t.test('the first mail that is sent wakes what waits for the server, however long that would wait', async t => {
  const server = await mailServer(t)
  const { url, cut } = await cuttable(t, server.url)
  const { app, link } = await setUp(t, url)
  cut(true)
  await app.startJobs()
  await signUp(app, link, { email: 'waits@school.example' })
  await until('it was tried', async () => (await listFailedJobs(app.db)).length === 1)
  await app.db.client.query(
    "update pgboss.job set start_after = now() + interval '1 hour' where name = 'code-mail' and state < 'active'",
  )
  const { body } = await app.server.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  t.match(
    body,
    /^signbook_job_wait_seconds\{queue="code-mail"\} [0-9.]*[1-9]/m,
    'its age counts from the first attempt',
  )
  cut(false)
  await signUp(app, link, { email: 'wakes@school.example' })
  await until('both arrive', () => server.mails.length === 2)
})
