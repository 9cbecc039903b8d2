import { createServer, type Socket } from 'node:net'
import pg from 'pg'
import t from 'tap'
import { cuttable } from '../support/cuttable.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { startServer } from '../support/running.ts'
import { until } from '../support/until.ts'

t.test('a job that ends while the database is down does not end the process, and is retried later', async t => {
  const direct = await freshDatabaseUrl(t)
  const { url, cut } = await cuttable(t, direct)
  // A mail server that accepts connections and sends nothing until it hangs up.
  const calls = new Set<Socket>()
  const mail = createServer(socket => {
    calls.add(socket.on('error', () => {}))
  })
  await new Promise<void>(done => mail.listen(0, '127.0.0.1', done))
  t.teardown(() => mail.close())
  const { port } = mail.address() as { port: number }
  const server = await startServer(t, { env: { DATABASE_URL: url, SMTP_URL: `smtp://127.0.0.1:${port}` } })
  // Wait for the queue first: losing the database before it started ends the process.
  await until('the job queue has started', () => /"msg":"working"/.test(server.output()))
  await fetch(`${server.base}/api/auth/magic`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ connection: 'email', target: 'staff@example.com' }),
  })
  await until('the job talks to the mail server', () => calls.size > 0)
  cut(true)
  for (const socket of calls) socket.destroy()
  // The failure, the next attempt and the end of the job cannot be saved.
  const notSaved = /the end of a job could not be saved/
  await until('the log says so', async () => {
    const ended = await Promise.race([server.ended, Promise.resolve(null)])
    if (ended) throw new Error(`the process ended with ${ended.code}`)
    return notSaved.test(server.output())
  })
  const page = await fetch(`${server.base}/lti/pay?token=e_unknown0000`)
  t.equal(page.status, 503)
  t.match(
    await page.text(),
    /href="\/lti\/pay\?token=e_unknown0000"[^>]*>Try again</,
    'the page offers to try again, as loading it is safe to repeat',
  )
  cut(false)
  t.equal((await fetch(`${server.base}/healthz`)).status, 200)
  calls.clear()
  const db = new pg.Client({ connectionString: direct })
  await db.connect()
  t.teardown(() => db.end())
  // Moves the job's start back instead of waiting until it counts as lost.
  await db.query("update pgboss.job set started_on = started_on - interval '1 hour' where state = 'active'")
  await until('it is tried again', () => calls.size > 0, 150)
})
