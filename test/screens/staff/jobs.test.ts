import t from 'tap'
import { makeJobs } from '#src/jobs/queue.ts'
import { makeLog } from '#src/log.ts'
import { inTransaction } from '#src/store/transaction.ts'
import { testApp } from '../../support/app.ts'
import { textOf } from '../../support/html.ts'
import { signedIn } from '../../support/staff.ts'
import { until } from '../../support/until.ts'

t.test('staff see what failed and why, and have it tried again without a script', async t => {
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
  t.match(textOf(body), /Tried (once|\d+ times) Next try in \d+/)
  away = false
  const id = body.match(/name="id" value="([^"]+)"/)?.[1] ?? ''
  const answer = await me.post('/jobs', { intent: 'retry', id })
  t.match(['/jobs?note=again', '/jobs?note=gone'], [answer.location], 'again, or its time had come meanwhile')
  await until('it is done', async () => (await me.open('/jobs')).body.includes('Nothing failed.'))
  t.match(
    textOf((await me.open((await me.post('/jobs', { intent: 'retry', id })).location)).body),
    'not waiting any more',
  )
})

t.test('a sign-in code that cannot be sent does not say to whom', async t => {
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
