import t from 'tap'
import { openDatabase } from '#src/core/db/db.ts'
import { withExclusiveLock } from '#src/core/db/exclusive-lock.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
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
  const lost = withExclusiveLock(db, 'a service', async turn => {
    await broken()
    turn.throwIfAborted()
  })
  await t.rejects(lost, { message: /was lost/ }, 'stops work that another process may now do')
  t.equal(await withExclusiveLock(db, 'a service', async () => 'next'), 'next')
})
