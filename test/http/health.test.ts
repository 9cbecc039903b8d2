import t from 'tap'
import { openDatabase } from '#src/core/db/db.ts'
import { testApp } from '../support/app.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { until } from '../support/until.ts'

const probe = async (app: Awaited<ReturnType<typeof testApp>>, url: string) => {
  const answer = await app.server.inject({ url })
  return [answer.statusCode, answer.json()]
}

t.test('a server with a current schema is ready', async t => {
  const app = await testApp(t)
  t.strictSame(await probe(app, '/healthz'), [200, { ok: true }])
  t.strictSame(await probe(app, '/readyz'), [200, { ready: true }])
})

t.test('is not ready while the schema is behind, and ready once it has caught up', async t => {
  const app = await testApp(t)
  const { rows } = await app.db.client.query('delete from drizzle.__drizzle_migrations returning hash, created_at')
  t.strictSame(await probe(app, '/readyz'), [503, { ready: false }], 'no migration has run')
  const insert = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)'
  await app.db.client.query(insert, [rows[0].hash, Number(rows[0].created_at) - 1])
  t.strictSame(await probe(app, '/readyz'), [503, { ready: false }], 'the newest is an older one')
  for (const row of rows) await app.db.client.query(insert, [row.hash, row.created_at])
  t.strictSame(await probe(app, '/readyz'), [200, { ready: true }])
  await app.db.client.query(insert, ['of a newer program', Date.now() + 1e9])
  t.strictSame(await probe(app, '/readyz'), [200, { ready: true }], 'a newer program may have migrated further')
  t.strictSame(await probe(app, '/healthz'), [200, { ok: true }])
})

t.test('is alive but not ready while nothing can be written', async t => {
  const url = await freshDatabaseUrl(t)
  const readOnly = `${url}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`
  const app = await testApp(t, { db: await openAt(t, readOnly) })
  t.strictSame(await probe(app, '/healthz'), [200, { ok: true }])
  t.strictSame(await probe(app, '/readyz'), [503, { ready: false }])
})

t.test('is alive but not ready without its tables or its database', async t => {
  const app = await testApp(t)
  await app.db.client.query('drop schema drizzle cascade')
  t.strictSame(await probe(app, '/readyz'), [503, { ready: false }])

  const nowhere = await openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none', dataDir: '' })
  t.teardown(() => nowhere.close())
  const alone = await testApp(t, { db: nowhere })
  t.strictSame(await probe(alone, '/healthz'), [200, { ok: true }])
  t.strictSame(await probe(alone, '/readyz'), [503, { ready: false }])
})

t.test(
  'says within two seconds that the database does not answer, and keeps one connection waiting, not more',
  async t => {
    const app = await testApp(t)
    const holder = await app.db.client.connect()
    t.teardown(() => holder.release())
    await holder.query('begin; lock table drizzle.__drizzle_migrations')
    const began = performance.now()
    for (const probes of [
      await Promise.all([probe(app, '/readyz'), probe(app, '/readyz')]),
      [await probe(app, '/readyz')],
    ])
      for (const answer of probes) t.strictSame(answer, [503, { ready: false }])
    t.ok(performance.now() - began < 6000)
    const waiting = `select from pg_locks where relation = 'drizzle.__drizzle_migrations'::regclass and not granted
    and database = (select oid from pg_database where datname = current_database())`
    t.equal((await holder.query(waiting)).rowCount, 1)
    await holder.query('commit')
    await until('the check that waited has ended', async () => (await app.server.inject('/readyz')).statusCode === 200)
  },
)
