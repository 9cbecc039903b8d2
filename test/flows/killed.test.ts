import { randomUUID } from 'node:crypto'
import pg from 'pg'
import t from 'tap'
import { systemClock } from '#src/core/clock.ts'
import { mintToken } from '#src/core/crypto.ts'
import { CANVAS_ACCOUNT, CANVAS_TOKEN } from '#src/practice/emulators/canvas.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { makeLimitedCanvas } from '../support/emulators/canvas-limits.ts'
import { startServer } from '../support/running.ts'
import { until } from '../support/until.ts'

const ENROLL = 'POST /api/v1/courses/101/enrollments'

t.test('kill -9 on one of two processes during a job loses nothing and does nothing twice', async t => {
  const { server: canvas, state, requests, fail } = makeLimitedCanvas(systemClock)
  const origin = await canvas.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(() => {
    canvas.server.closeAllConnections()
    return canvas.close()
  })
  const DATABASE_URL = await freshDatabaseUrl(t)
  const db = new pg.Client({ connectionString: DATABASE_URL })
  await db.connect()
  t.teardown(() => db.end())
  const env = {
    DATABASE_URL,
    CANVAS_API_URL: origin,
    CANVAS_API_TOKEN: CANVAS_TOKEN,
    CANVAS_ACCOUNT_ID: CANVAS_ACCOUNT,
  }
  const first = await startServer(t, { env })

  const token = mintToken('e')
  await db.query("update courses set canvas_domain = $1 where context_id = 'demo-asl1'", [new URL(origin).host])
  await db.query(
    `with p as (insert into people (email, name, email_verified_at) values ('ana@school.example', 'Ana Lee', now()) returning id)
     insert into entitlements (kind, course_id, person_id, token, session_id, created_via)
     select 'enrollment', c.id, p.id, $1, $2, 'sign_up' from p, courses c where c.context_id = 'demo-asl1'`,
    [token, randomUUID()],
  )

  fail({ how: 'hold', only: ENROLL })
  const redeem = await fetch(`${first.base}/api/lti/verify_coupon_code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ enroll_token: token, coupon_code: 'DEMO-ASL1-0001' }),
  })
  t.match(await redeem.json(), { status: 'PROCESSED' })
  await until('Canvas has enrolled, and its answer is on the way', () => state.enrollments.length === 1)
  const working = async () =>
    (await db.query("select id from pgboss.job where name = 'canvas-enrollment' and state = 'active'")).rows.length
  t.equal(await working(), 1)
  const [holder] = (await db.query('select claimed_until > now() as held, claimed_until from canvas_enrollments')).rows
  t.match(holder, { held: true })
  // Started second, so that the killed process certainly holds the job.
  const second = await startServer(t, { env })
  first.kill('SIGKILL')
  await first.ended

  // Moves time instead of waiting: the job counts as lost after one minute, the claim expires after three.
  await db.query("update pgboss.job set started_on = started_on - interval '5 minutes' where state = 'active'")
  for (const table of ['canvas_enrollments', 'canvas_users'])
    await db.query(`update ${table} set claimed_until = now() - interval '1 second' where claimed_until is not null`)
  const known = async () =>
    (await db.query('select canvas_enrollment_id, is_active from canvas_enrollments')).rows[0]?.canvas_enrollment_id
  await until('the other process has finished it', known, 150)

  const posts = requests.filter(r => r.method === 'POST').map(r => r.path)
  t.strictSame(posts, ['/api/v1/accounts/1/users', '/api/v1/courses/101/enrollments'])
  t.equal(state.users.size, 1)
  t.match(state.enrollments, [{ enrollment_state: 'active' }])
  t.equal((await db.query("select key from messages where kind = 'ready'")).rows.length, 1)
  await until('no job is left', async () => {
    const { rows } = await db.query(
      "select id from pgboss.job where name = 'canvas-enrollment' and state in ('created', 'active', 'retry')",
    )
    return rows.length === 0
  })
  t.ok(second.output().includes('listening'))
})
