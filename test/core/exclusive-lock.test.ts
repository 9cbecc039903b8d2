import t from 'tap'
import { withExclusiveLock } from '#src/core/db/exclusive-lock.ts'
import { freshDatabase, freshDatabaseUrl, openAt } from '../support/database.ts'
import { until } from '../support/until.ts'

t.test('in one process work of one name runs one at a time and in order, even after a failure', async t => {
  const db = await freshDatabase(t)
  const seen: string[] = []
  const work = (name: string, fails = false) =>
    withExclusiveLock(db, 'a service', async () => {
      seen.push(`${name} begins`)
      await db.client.query('select 1')
      seen.push(`${name} ends`)
      if (fails) throw new Error(name)
    })
  const ended = await Promise.allSettled([work('a'), work('b', true), work('c')])
  t.strictSame(
    ended.map(e => e.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  t.strictSame(
    seen,
    ['a', 'b', 'c'].flatMap(name => [`${name} begins`, `${name} ends`]),
  )
})

t.test('waits for another process with the same name, but not for other names', async t => {
  const db = await freshDatabase(t)
  const other = await db.client.connect()
  await other.query("select pg_advisory_lock(hashtextextended('a service', 0))")
  let done = false
  const mine = withExclusiveLock(db, 'a service', async () => {
    done = true
  })
  await until('it waits', async () => {
    const { rows } = await db.client.query(
      "select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
    )
    return rows.length === 1
  })
  await withExclusiveLock(db, 'another service', async () => {})
  t.notOk(done)
  await other.query('select pg_advisory_unlock_all()')
  other.release()
  await mine
  t.ok(done)
})

t.test("when PostgreSQL ends the holder's connection its work stops, and the next begins", async t => {
  const url = await freshDatabaseUrl(t)
  const [one, two, watcher] = [await openAt(t, url), await openAt(t, url), await openAt(t, url)]
  const calls: string[] = []
  /** Like a call to an outside service, which can be aborted. */
  const call = (name: string, turn: AbortSignal) =>
    new Promise<void>((_, fail) => {
      calls.push(name)
      turn.addEventListener('abort', () => fail(turn.reason), { once: true })
    })
  const first = withExclusiveLock(one, 'a service', async turn => {
    await call('read', turn)
    calls.push('written too late')
  })
  const ended = t.rejects(first, { message: /was lost/ })
  await until('it works', () => calls.length === 1)
  const other = await two.client.connect()
  const second = other
    .query("select pg_advisory_lock(hashtextextended('a service', 0))")
    .then(() => calls.push('second'))
  const holder =
    "select pid from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())"
  await watcher.client.query(`select pg_terminate_backend(pid) from (${holder}) holder`)
  await ended
  await second
  other.release(true)
  t.strictSame(calls, ['read', 'second'])
})
