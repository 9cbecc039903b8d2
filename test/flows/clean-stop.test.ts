import { once } from 'node:events'
import { Agent, type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import t from 'tap'
import { launchAt } from '../support/browserless.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { startServer } from '../support/running.ts'
import { size } from '../support/size.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

const serving = async (t: Test) => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  const server = await startServer(t, { env: { DATABASE_URL } })
  const { token } = await launchAt(server.base)
  return { server, token, DATABASE_URL }
}

/** Locks the row that redemption needs, so that the request stays in flight as long as the test wants. */
const holdCodes = async (t: Test, connectionString: string) => {
  const connect = async () => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    t.teardown(() => client.end())
    return client
  }
  const holder = await connect()
  await holder.query('begin; select from coupons for update')
  // A transaction of its own: inside one, pg_stat_activity shows the same snapshot again and again.
  const watcher = await connect()
  return {
    untilWaitedFor: () =>
      until('a query waits', async () => {
        const { rows } = await watcher.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
        return rows.length > 0
      }),
    letGo: () => holder.query('commit'),
  }
}

/** Log line of a stop that closed unfinished connections. A stop that is only slow does not write it. */
const CUT = /closing connections with unfinished requests/

const bodyOf = async (asked: ClientRequest) => {
  const [answer] = await once(asked, 'response')
  answer.setEncoding('utf8')
  return { status: answer.statusCode, body: (await answer.toArray()).join('') }
}

t.test('a request in flight on a kept-alive connection gets its full answer', async t => {
  const { server, token, DATABASE_URL } = await serving(t)
  const held = await holdCodes(t, DATABASE_URL)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  await bodyOf(request(`${server.base}/healthz`, { agent }).end())

  const asked = request(`${server.base}/api/lti/verify_coupon_code`, { agent, method: 'POST', headers: JSON_TYPE })
  asked.end(JSON.stringify({ enroll_token: token, coupon_code: 'DEMO-ASL1-0001' }))
  const answer = bodyOf(asked)
  await held.untilWaitedFor()
  server.kill('SIGTERM')
  const isDeaf = () =>
    fetch(`${server.base}/healthz`).then(
      () => false,
      () => true,
    )
  await until('new connections are refused', isDeaf)
  await pause(size(0, 8000))
  await held.letGo()

  const { status, body } = await answer
  t.ok(asked.reusedSocket, 'it was the second request on its connection')
  t.equal(status, 200)
  t.hasStrict(JSON.parse(body), { status: 'OK' })
  t.strictSame(await server.ended, { code: 0, signal: null })
  t.notMatch(server.output(), CUT, 'and the connection, idle by then, does not delay the stop')
  t.match(
    server.output(),
    /"route":"\/api\/lti\/verify_coupon_code","status":200,.*"msg":"request completed"/,
    'the log has its line, too',
  )
})

t.test('every request that was answered has its line in the log after a stop', async t => {
  const server = await startServer(t, { env: { DATABASE_URL: await freshDatabaseUrl(t) } })
  const requests = 200
  await Promise.all(Array.from({ length: requests }, async () => (await fetch(`${server.base}/terms`)).text()))
  server.kill('SIGTERM')
  t.strictSame(await server.ended, { code: 0, signal: null })
  t.equal(server.output().match(/"route":"\/terms","status":200/g)?.length, requests)
})

t.test('connections that send nothing, or never finish a request, do not delay the stop', async t => {
  const { server } = await serving(t)
  const port = Number(new URL(server.base).port)
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  await bodyOf(request(`${server.base}/home`, { agent }).end())
  for (const text of ['', 'POST /lti/launch HTTP/1.1\r\nHost: x\r\n']) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    t.teardown(() => socket.destroy())
    await once(socket, 'connect')
    socket.write(text)
  }
  await pause(100)
  server.kill('SIGTERM')
  t.strictSame(await server.ended, { code: 0, signal: null })
  t.notMatch(server.output(), CUT)
})

t.test('requests that take longer than ten seconds are cut, and the stop is still clean', async t => {
  const { server } = await serving(t)
  const { hostname, port } = new URL(server.base)
  const socket = connect(Number(port), hostname).on('error', () => {})
  t.teardown(() => socket.destroy())
  await once(socket, 'connect')
  // Its body never comes.
  socket.write(
    'POST /api/auth/magic HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  const closed = once(socket.resume(), 'close')
  await pause(100)
  server.kill('SIGTERM')
  t.strictSame(await server.ended, { code: 0, signal: null }, 'without the cut it would exit with 1')
  t.match(server.output(), CUT)
  await closed
})

t.test('a stop right after the start, or while the job queue starts, logs no errors', async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  for (const after of [0, 450, 550, 650, 800]) {
    const server = await startServer(t, { env: { DATABASE_URL } })
    await pause(after)
    server.kill('SIGTERM')
    t.strictSame(await server.ended, { code: 0, signal: null }, `after ${after} ms`)
    t.notMatch(server.output(), /"level":"(warn|error|fatal)"/, `after ${after} ms`)
  }
})

t.test('drains first: /readyz says 503 while everything is still answered', async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  const server = await startServer(t, { env: { DATABASE_URL, DRAIN_SECONDS: '3' } })
  const statusOf = async (path: string) => (await fetch(server.base + path)).status
  t.equal(await statusOf('/readyz'), 200)
  server.kill('SIGTERM')
  await until('the proxy can tell', async () => (await statusOf('/readyz')) === 503)
  t.equal(await statusOf('/home'), 200)
  t.equal((await launchAt(server.base)).status, 303)
  t.strictSame(await server.ended, { code: 0, signal: null })
})
