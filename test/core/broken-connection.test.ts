import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import t from 'tap'
import { openDatabase } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { cuttable } from '../support/cuttable.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { until } from '../support/until.ts'

t.test('a connection that breaks during a transaction fails its work, and the process survives', async t => {
  const { url, cut } = await cuttable(t, await freshDatabaseUrl(t))
  const heard: string[] = []
  const db = await openDatabase({ databaseUrl: url, dataDir: '', onBroken: error => heard.push(error.message) })
  t.teardown(() => db.close())
  /** Breaks the connection while it is idle, which only a listener notices. */
  const broken = async () => {
    const before = heard.length
    cut(true)
    await until('the break is noticed', () => heard.length > before)
    cut(false)
  }
  await t.rejects(
    inTransaction(db, async tx => {
      await tx.client.query('select 1')
      await broken()
      await tx.client.query('select 2')
    }),
  )
  t.equal(
    await inTransaction(db, async tx => (await tx.client.query('select 3 as n')).rows[0].n),
    3,
    'the next transaction works',
  )
})

t.test('a host that answers nothing is given up, also by migrations', async t => {
  const silent = createServer().listen(0, '127.0.0.1')
  t.teardown(() => silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const db = await openDatabase({ databaseUrl: `postgres://u@127.0.0.1:${port}/none`, dataDir: '', patienceMs: 200 })
  t.teardown(() => db.close())
  await t.rejects(db.client.query('select 1'), /timeout/)
  await t.rejects(db.connectPatiently(), /timeout/)
})
