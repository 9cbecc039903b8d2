import t from 'tap'
import type { Database } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { JOB_NAMES, type JobHandlers } from '#src/core/jobs/kinds.ts'
import { makeJobs } from '#src/core/jobs/queue.ts'
import { makeLog } from '#src/core/log.ts'
import { makeMailGateway } from '#src/messages/mail.ts'
import { queueMessage, sendMessage } from '#src/messages/messages.ts'
import type { Message } from '#src/messages/rules/message.ts'
import { makeSignedHelp } from '#src/messages/signed-help.ts'
import { testClock } from '../support/clock.ts'
import { freshDatabase } from '../support/database.ts'
import { size } from '../support/size.ts'
import { mailServer } from '../support/smtp.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

const code: Message = { kind: 'code', recipient: 'ana@school.example', sealedCode: '123456' }

/** The real queue and the real gateway, with a mail server that takes `milliseconds` for each mail. */
const office = async (t: Test, db: Database, milliseconds = 0) => {
  const server = await mailServer(t, { milliseconds })
  const log = makeLog(process.env.TEST_LOG ?? 'silent')
  const jobs = makeJobs(db, log)
  t.teardown(() => jobs.stop(1000))
  const mail = makeMailGateway({ smtpUrl: server.url, from: 'no-reply@signbook.example' }, '', log)
  const vault = { seal: (text: string) => text, open: (text: string) => text }
  const app = {
    ...{ db, jobs, clock: testClock(), log, mail, vault, timezone: 'UTC' },
    ...{ supportEmail: 'help@x.example', publicUrl: 'https://signbook.example', signedHelp: makeSignedHelp(new Map()) },
  }
  const idle = Object.fromEntries(JOB_NAMES.map(name => [name, async () => {}]))
  const sendMail = ({ messageId }: { messageId: number }) => sendMessage(app, messageId)
  const handlers = { ...idle, 'code-mail': sendMail, mail: sendMail, 'bulk-mail': sendMail } as unknown as JobHandlers
  return { server, jobs, start: () => jobs.start(handlers) }
}

/** Queues reminders as the daily job does, in two statements. */
const queueReminders = async (db: Database, count: number): Promise<void> => {
  const reminder = { name: 'Ana', course: 'ASL 1', school: 'A School', accessEndsAt: '2027-05-22T12:00:00Z' }
  await db.client.query(
    `insert into messages (key, kind, recipient, data)
     select 'reminder:' || n, 'access-ends', 'student-' || n || '@school.example', $1 from generate_series(1, $2) n`,
    [{ ...reminder, courseUrl: null }, count],
  )
  await db.client.query(
    `insert into pgboss.job (name, data, expire_in)
     select 'bulk-mail', jsonb_build_object('attempt', 0, 'data', jsonb_build_object('messageId', id)), '1 minute' from messages`,
  )
}

t.test('a code arrives within two seconds while thousands of reminders wait', async t => {
  const count = size(300, 10_000)
  const db = await freshDatabase(t)
  const { server, jobs, start } = await office(t, db, 20)
  await queueReminders(db, count)
  await start()
  await until('reminders are being sent', () => server.mails.length >= 20)

  const began = performance.now()
  await inTransaction(db, tx => queueMessage(tx, jobs, 'code', code))
  await until('the code arrived', () => server.mails.find(mail => mail.to?.[0]?.address === code.recipient))
  const seconds = (performance.now() - began) / 1000
  t.ok(seconds < 2, `${seconds.toFixed(2)} s`)
  t.ok(server.mails.length < count, 'before most of the reminders')
})

t.test('sends several mails at once over few connections', async t => {
  const count = size(150, 1500)
  const db = await freshDatabase(t)
  const { server, start } = await office(t, db)
  await queueReminders(db, count)
  const began = performance.now()
  await start()
  await until('all arrived', () => server.mails.length === count, 120_000)
  const rate = (count * 1000) / (performance.now() - began)
  // Only reported: other tests run beside this one. Alone on two cores it is over 30.
  t.comment(`${rate.toFixed(0)} a second`)
  t.ok(server.most() > 1, `${server.most()} at once`)
  t.ok(server.connections() <= Math.ceil(count / 50), 'they are used again')
  t.equal(new Set(server.mails.map(mail => mail.messageId)).size, count, 'each once')
})

t.test('a mail server that stops and comes back gets the mail', async t => {
  const db = await freshDatabase(t)
  const { server, jobs, start } = await office(t, db)
  await start()
  await inTransaction(db, tx => queueMessage(tx, jobs, 'one', code))
  await until('the first arrived', () => server.mails.length === 1)
  await server.drop()
  await inTransaction(db, tx => queueMessage(tx, jobs, 'two', { ...code, recipient: 'ben@school.example' }))
  await until('the second arrived over a new connection', () => server.mails.length === 2)
})
