import t from 'tap'
import { withClaim } from '#src/core/claims/claims.ts'
import { freshDatabase, freshDatabaseUrl, openAt } from '../support/database.ts'
import { makeGate } from '../support/gate.ts'
import { until } from '../support/until.ts'

t.test('work of one name runs one at a time, also after a failure and in two processes', async t => {
  const url = await freshDatabaseUrl(t)
  const processes = [await openAt(t, url), await openAt(t, url)]
  let running = 0
  let most = 0
  const work = (n: number) =>
    withClaim(processes[n % 2]!, 'a service', async () => {
      most = Math.max(most, ++running)
      await processes[0]!.client.query('select 1')
      running--
      if (n === 1) throw new Error('broken')
      return n
    })
  const ended = await Promise.allSettled([0, 1, 2, 3].map(work))
  t.strictSame(
    ended.map(e => (e.status === 'fulfilled' ? e.value : 'failed')),
    [0, 'failed', 2, 3],
  )
  t.equal(most, 1)
  t.strictSame((await processes[0]!.client.query('select * from claims')).rows, [])
})

t.test('holds no connection during the work, and does not wait for other names', async t => {
  const db = await freshDatabase(t)
  const gate = makeGate()
  let begun = false
  const held = withClaim(db, 'a service', async () => {
    begun = true
    await gate.opened
  })
  await until('it works', () => begun)
  t.equal(db.client.idleCount, db.client.totalCount)
  t.equal(await withClaim(db, 'another service', async () => 'other'), 'other')
  await t.rejects(
    withClaim(db, 'a service', async () => {}, { waitMs: 0 }),
    { message: 'a service is in use by another process' },
  )
  gate.open()
  await held
})

t.test('the claim of a dead process runs out, and slow work is aborted before', async t => {
  const db = await freshDatabase(t)
  await db.client.query("insert into claims values ('a service', 'dead', now() + interval '0.3 seconds')")
  const slow = withClaim(
    db,
    'a service',
    signal => new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason))),
    { claimMs: 1100 },
  )
  await t.rejects(slow, { name: 'TimeoutError' })
  t.equal(await withClaim(db, 'a service', async () => 'next'), 'next')
})
