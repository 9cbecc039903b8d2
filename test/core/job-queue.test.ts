import Fastify from 'fastify'
import t from 'tap'
import { systemClock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { JOB_NAMES, type JobHandlers } from '#src/core/jobs/kinds.ts'
import { makeJobs } from '#src/core/jobs/queue.ts'
import { inRequest, makeLog } from '#src/core/log.ts'
import { makeHttpClient } from '#src/core/outbound.ts'
import { MailAway } from '#src/core/rules/outcome.ts'
import { retryJob } from '#src/desk/failed-jobs.ts'
import { listFailedJobs } from '#src/desk/store/failed-jobs.ts'
import { freshDatabase } from '../support/database.ts'
import { colleague } from '../support/facts.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

interface Row {
  id: string
  state: string
  data: { attempt: number; data: { messageId: number } }
  /** Seconds between creation and start of a job. */
  wait: number
}

const mailJobs = async (db: Database): Promise<Row[]> =>
  (
    await db.client.query(
      "select id, state, data, extract(epoch from start_after - created_on)::int as wait from pgboss.job where name = 'mail' order by created_on, id",
    )
  ).rows

const queue = async (t: Test, db: Database, handlers: Partial<JobHandlers>, pollSeconds?: number) => {
  const jobs = makeJobs(db, makeLog('silent'), 'UTC', pollSeconds)
  t.teardown(() => jobs.stop(1000))
  const idle = Object.fromEntries(JOB_NAMES.map(name => [name, async () => {}]))
  await jobs.start({ ...idle, ...handlers } as JobHandlers)
  return jobs
}

/** Retries as a staff member pressing the button. */
const retryBy = (db: Database) => {
  const app = { db, clock: systemClock, jobs: makeJobs(db, makeLog('silent')) }
  return (id: string) => retryJob(app, id, colleague)
}

t.test('a job exists exactly if its transaction was committed', async t => {
  const db = await freshDatabase(t)
  const jobs = makeJobs(db, makeLog('silent'))
  const ask = (messageId: number, fails: boolean) =>
    inTransaction(db, async tx => {
      await jobs.send(tx, 'mail', { messageId })
      const { rows } = await tx.client.query("select count(*) as n from pgboss.job where name = 'mail'")
      if (fails) throw new Error(`after ${rows[0].n} in here`)
    })
  await t.rejects(ask(1, true), /after 1 in here/)
  t.strictSame(await mailJobs(db), [], 'a rollback leaves none')
  await ask(2, false)
  t.match(await mailJobs(db), [{ state: 'created', data: { attempt: 0, data: { messageId: 2 } }, wait: 0 }])
})

t.test('runs a job once, with its data', async t => {
  const db = await freshDatabase(t)
  const given: number[] = []
  const jobs = await queue(t, db, { mail: async ({ messageId }) => void given.push(messageId) })
  for (const messageId of [7, 8]) await inTransaction(db, tx => jobs.send(tx, 'mail', { messageId }))
  await until('both are done', async () => (await mailJobs(db)).every(j => j.state === 'completed'))
  t.strictSame(given.toSorted(), [7, 8])
})

t.test('retries a failed job after 2, 10, 30 s and growing pauses, then gives up', async t => {
  const db = await freshDatabase(t)
  const attempts: number[] = []
  const jobs = await queue(t, db, {
    mail: async (_given, failures) => {
      attempts.push(failures)
      throw new Error('the mail server is away')
    },
  })
  await inTransaction(db, tx => jobs.send(tx, 'mail', { messageId: 1 }))
  const waits: number[] = []
  for (let attempt = 1; attempt <= 8; attempt++) {
    const next = await until(`attempt ${attempt} is planned`, async () =>
      (await mailJobs(db)).find(j => j.data.attempt === attempt),
    )
    t.strictSame(next.data.data, { messageId: 1 }, 'with its data')
    waits.push(next.wait)
    // Moves the start time instead of waiting.
    await db.client.query('update pgboss.job set start_after = now() where id = $1', [next.id])
    jobs.nudge('mail')
  }
  t.strictSame(waits, [2, 10, 30, 120, 600, 3600, 6 * 3600, 24 * 3600])
  const ended = await until('it gave up', async () => (await mailJobs(db)).find(j => j.state === 'failed'))
  t.strictSame(attempts, [0, 1, 2, 3, 4, 5, 6, 7, 8], 'each gets its number of failures')
  t.equal(ended.data.attempt, 8)
  t.match(await listFailedJobs(db), [{ state: 'failed', attempts: 9 }], 'the count that staff see')
  t.notOk(
    (await mailJobs(db)).find(j => ['created', 'retry', 'active'].includes(j.state)),
    'nothing is left to do',
  )
})

t.test('mail that is woken while the mail server is still away keeps its attempts and their times', async t => {
  const db = await freshDatabase(t)
  let tries = 0
  let fault: Error = new MailAway('421 too many connections')
  const jobs = await queue(t, db, {
    mail: async () => {
      tries++
      throw fault
    },
  })
  const waiting = async () => {
    const { rows } = await db.client.query(
      "select name, data->>'attempt' as attempt, start_after from pgboss.job where state = 'created' and name in ('mail', 'grade', 'bulk-mail') order by name",
    )
    return rows
  }
  await db.client.query(
    `insert into pgboss.job (name, data, start_after)
     select name, '{"name": "mail", "attempt": 8, "data": {"messageId": 1}, "isMailAway": true}'::jsonb, '2099-01-01'::timestamptz from unnest(array['mail', 'grade']) name
     union all select 'bulk-mail', '{"attempt": 3, "data": {"messageId": 2}}', '2099-01-01'`,
  )
  const planned = await waiting()
  for (const count of [1, 2, 3]) {
    // Each wakes as another process does: one wakes no more than once in five seconds.
    await makeJobs(db, makeLog('silent')).wakeMail()
    jobs.nudge('mail')
    await until(`attempt ${count} failed`, async () => tries === count && (await waiting()).length === 3)
    t.strictSame(await waiting(), planned, 'the last attempt is still to come, and nothing else was woken')
  }
  fault = new Error('550 no such person')
  await makeJobs(db, makeLog('silent')).wakeMail()
  jobs.nudge('mail')
  await until('a fault of the message counts', async () => (await listFailedJobs(db)).some(j => j.state === 'failed'))
})

t.test('a failing job does not block others', async t => {
  const db = await freshDatabase(t)
  const done: number[] = []
  const jobs = await queue(t, db, {
    mail: async ({ messageId }) => {
      if (messageId === 1) throw new Error('no such address')
      done.push(messageId)
    },
  })
  for (const messageId of [1, 2, 3]) await inTransaction(db, tx => jobs.send(tx, 'mail', { messageId }))
  await until('the others are done', () => done.length === 2)
  t.strictSame(done.toSorted(), [2, 3])
})

t.test('a queue runs a few jobs at once: a slow one holds up no other', async t => {
  const db = await freshDatabase(t)
  const done: number[] = []
  let most = 0
  let atOnce = 0
  let go = () => {}
  const gate = new Promise<void>(open => {
    go = open
  })
  const jobs = await queue(t, db, {
    mail: async ({ messageId }) => {
      most = Math.max(most, ++atOnce)
      if (messageId < 4) await gate
      done.push(messageId)
      atOnce--
    },
  })
  for (let messageId = 0; messageId < 20; messageId++)
    await inTransaction(db, tx => jobs.send(tx, 'mail', { messageId }))
  await until('the quick ones are done', () => done.length === 16)
  go()
  await until('all are done', () => done.length === 20)
  t.equal(most, 5)
})

t.test('a job that starts later waits', async t => {
  const db = await freshDatabase(t)
  const done: number[] = []
  const jobs = await queue(t, db, { mail: async ({ messageId }) => void done.push(messageId) })
  await inTransaction(db, async tx => {
    await jobs.send(tx, 'mail', { messageId: 1 }, { startAfter: 600 })
    await jobs.send(tx, 'mail', { messageId: 2 })
  })
  await until('the other is done', () => done.length > 0)
  t.strictSame(done, [2])
  t.strictSame((await mailJobs(db)).map(job => job.wait).toSorted(), [0, 600])
})

t.test('stopping waits for the job in progress', async t => {
  const db = await freshDatabase(t)
  const steps: string[] = []
  let go = () => {}
  const gate = new Promise<void>(done => {
    go = done
  })
  const jobs = await queue(t, db, {
    mail: async () => {
      steps.push('began')
      await gate
      steps.push('ended')
    },
  })
  await inTransaction(db, tx => jobs.send(tx, 'mail', { messageId: 1 }))
  await until('it is running', () => steps.length === 1)
  const stopped = jobs.stop(10_000).then(() => steps.push('stopped'))
  go()
  await stopped
  t.strictSame(steps, ['began', 'ended', 'stopped'])
})

t.test('a new job starts at once, even with a long poll interval', async t => {
  const db = await freshDatabase(t)
  const done: number[] = []
  const HOUR = 3600
  const jobs = await queue(t, db, { mail: async ({ messageId }) => void done.push(messageId) }, HOUR)
  const send = (messageId: number) => inTransaction(db, tx => jobs.send(tx, 'mail', { messageId }))
  await send(0)
  await until('the first is done, and the queue is empty', async () => (await mailJobs(db))[0]?.state === 'completed')
  for (let messageId = 1; messageId < 20; messageId++) await send(messageId)
  await until('all are done within the hour', () => done.length === 20)
})

t.test('a dead letter is listed, retried once by the first request, and removed', async t => {
  const db = await freshDatabase(t)
  let failed = 0
  const jobs = await queue(t, db, {
    mail: async () => {
      failed++
      throw new Error('no such person: ana@school.example')
    },
  })
  const seen = async () => await listFailedJobs(db)
  await inTransaction(db, tx => jobs.send(tx, 'mail', { messageId: 7 }))
  const waiting = await until('it waits', async () => (await seen()).find(j => j.state === 'waiting'))
  t.match(waiting, { name: 'mail', problem: 'no such person: [cut]', data: { messageId: 7 } })
  // After the next try its count is higher.
  t.ok(waiting.attempts >= 1 && waiting.attempts <= failed, `tried ${waiting.attempts} times`)
  await until('it failed for good', async () => {
    await db.client.query(
      `update pgboss.job set start_after = now(), retry_count = retry_limit, data = jsonb_set(data, '{attempt}', '8') where state < 'active' and name = 'mail'`,
    )
    jobs.nudge('mail')
    return (await seen()).find(j => j.state === 'failed')
  })
  const [dead] = await seen()
  t.match(dead, { name: 'mail', attempts: 9, problem: 'no such person: [cut]', data: { messageId: 7 }, nextAt: null })
  await jobs.stop(1000)
  const retry = retryBy(db)
  const both = await Promise.all([retry(dead!.id), retry(dead!.id)])
  t.strictSame(both.map(r => r.ok).toSorted(), [false, true])
  t.strictSame(await seen(), [])
  const fresh = (await mailJobs(db)).filter(j => j.data.attempt === 0)
  t.match(fresh, [{ state: 'completed' }, { data: { data: { messageId: 7 } } }], 'the first one, and the retry')
  const gone = { ok: false, reason: 'job_not_found' }
  t.strictSame(await retry('not an id'), gone)
  t.strictSame(await retry('00000000-0000-0000-0000-000000000000'), gone)
})

t.test('a process killed between planning a retry and finishing the job doubles nothing', async t => {
  const db = await freshDatabase(t)
  const jobs = await queue(t, db, {
    // On a slow machine the retry may run at any time; it plans no other.
    mail: async (_given, failures) => {
      if (failures === 0) throw new Error('away')
    },
  })
  await inTransaction(db, tx => jobs.send(tx, 'mail', { messageId: 1 }))
  const ended = () =>
    until('it ended', async () => (await mailJobs(db)).find(j => j.data.attempt === 0)?.state === 'completed')
  await ended()
  await db.client.query(
    "update pgboss.job set state = 'created', completed_on = null where name = 'mail' and data->>'attempt' = '0'",
  )
  jobs.nudge('mail')
  await ended()
  t.equal((await mailJobs(db)).length, 2)
})

t.test('long jobs expire later than one minute, and scheduled jobs have their name', async t => {
  const db = await freshDatabase(t)
  const jobs = await queue(t, db, {})
  const { rows: schedules } = await db.client.query(
    "select name, data, (options->>'expireInSeconds')::int as seconds from pgboss.schedule order by name",
  )
  t.strictSame(
    schedules,
    [
      ...['check-checkouts', 'count-days', 'daily', 'purge', 'reconcile', 'waiting-courses'],
      ...['wake-mail', 'watch'],
    ].map(name => ({ name, data: { name, attempt: 0, data: {} }, seconds: 900 })),
  )
  await jobs.stop(1000)
  const asked = makeJobs(db, makeLog('silent'))
  await inTransaction(db, async tx => {
    await asked.send(tx, 'mail', { messageId: 1 })
    await asked.send(tx, 'close-checkouts', { productId: 1 })
  })
  const { rows } = await db.client.query(
    "select name, extract(epoch from expire_in)::int as seconds from pgboss.job where name in ('mail', 'close-checkouts') order by name",
  )
  t.strictSame(rows, [
    { name: 'close-checkouts', seconds: 900 },
    { name: 'mail', seconds: 60 },
  ])
})

t.test('an unreadable dead letter stays listed', async t => {
  const db = await freshDatabase(t)
  await db.client.query(
    `insert into pgboss.job (name, data) values ('dead', '{"attempt": 0, "data": {}}'), ('dead', '{"name": "reconcile", "attempt": 0, "data": {}}')`,
  )
  const retry = retryBy(db)
  const seen = await listFailedJobs(db)
  for (const { id } of seen) await retry(id)
  t.match(await listFailedJobs(db), [{ name: 'dead' }])
  const { rows } = await db.client.query("select data from pgboss.job where name = 'reconcile'")
  t.strictSame(rows, [{ data: { name: 'reconcile', attempt: 0, data: {} } }])
})

t.test('a stop gives back a job that was being claimed, before the database closes', async t => {
  const db = await freshDatabase(t)
  let claims = 0
  let claim = () => {}
  const claimable = new Promise<void>(done => {
    claim = done
  })
  const slow = Object.assign(Object.create(db.client), {
    query: async (text: string, values?: unknown[]) => {
      const isClaim = text.includes('skip locked')
      if (isClaim && ++claims <= JOB_NAMES.length) await claimable
      return db.client.query(text, values)
    },
  })
  const runs: number[] = []
  const jobs = await queue(t, { ...db, client: slow }, { mail: async ({ messageId }) => void runs.push(messageId) })
  await until('all workers claim', () => claims >= JOB_NAMES.length)
  await inTransaction(db, tx => jobs.send(tx, 'mail', { messageId: 1 }))
  const stopped = jobs.stop(1000)
  claim()
  await stopped
  t.strictSame(runs, [], 'it is not begun')
  t.match(await mailJobs(db), [{ state: 'retry' }])
})

t.test('a job, its attempts and its calls carry the id of the request that sent it', async t => {
  const db = await freshDatabase(t)
  const seen: unknown[] = []
  const service = Fastify()
  service.get('/', async request => {
    seen.push(request.headers['x-request-id'])
    return {}
  })
  t.teardown(() => service.close())
  const url = await service.listen({ port: 0, host: '127.0.0.1' })
  const call = makeHttpClient()
  let fails = 1
  const jobs = await queue(t, db, {
    mail: async () => {
      await call({ url })
      if (fails-- > 0) throw new Error('again')
    },
  })
  await inRequest('req-1', () => inTransaction(db, tx => jobs.send(tx, 'mail', { messageId: 1 })))
  await until('both attempts ran', () => seen.length === 2)
  t.strictSame(seen, ['req-1', 'req-1'])
})
