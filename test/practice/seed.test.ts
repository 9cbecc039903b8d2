import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { markDemoDatabase, requireDemoDatabase, seedDemo } from '#src/practice/seed.ts'
import { seedTestClips } from '#src/practice/seed-test-clips.ts'
import { localAddress } from '#src/serve.ts'
import { makeClipStorage } from '#src/signs/clips/storage.ts'
import { consumerVault, root } from '../support/app.ts'
import { freshDatabase } from '../support/database.ts'

t.test('seeding again keeps changes, such as a new secret', async t => {
  const db = await freshDatabase(t)
  const start = () => seedDemo(db, consumerVault, 'America/Chicago', new Date())
  const secrets = async () => (await db.client.query('select key, sealed_secret from consumers order by key')).rows
  await start()
  await db.client.query("update consumers set sealed_secret = 'changed' where key = 'twa_demo'")
  const before = await secrets()
  await start()
  t.strictSame(await secrets(), before)
})

t.test('publishes test clips that say what they are, once', async t => {
  const db = await freshDatabase(t)
  const folder = t.testdir()
  const seed = () =>
    seedTestClips({
      db,
      storage: makeClipStorage({ folder }),
      folder: join(root, 'client/public/assets'),
      timezone: 'America/Chicago',
      now: new Date(),
    })
  await seed()
  await seed()
  const { rows } = await db.client.query('select sign, state from clips order by sign')
  t.strictSame(
    rows.map(row => [row.sign, row.state]),
    [
      ['fine', 'published'],
      ['good', 'published'],
    ],
  )
  const { rows: files } = await db.client.query('select name from clip_files')
  t.strictSame(readdirSync(folder).sort(), files.map(file => file.name).sort())
})

t.test('demo mode marks an empty database once, and takes no other', async t => {
  const db = await freshDatabase(t)
  t.strictSame(await Promise.all([1, 2, 3].map(() => markDemoDatabase(db))), [true, true, true])
  await seedDemo(db, consumerVault, 'America/Chicago', new Date())
  await db.client.query("insert into staff_users (email, role) values ('ana@example.com', 'viewer')")
  await requireDemoDatabase(db)
  const other = await freshDatabase(t)
  await other.client.query("insert into staff_users (email, role) values ('boss@company.com', 'manager')")
  await t.rejects(requireDemoDatabase(other), { message: /^DEMO: this database was not made by demo mode/ })
  t.equal((await other.client.query('select from demo_marks')).rowCount, 0)
})

t.test('builds a local address for any listening host', async t => {
  t.equal(localAddress('0.0.0.0', 1), 'http://127.0.0.1:1')
  t.equal(localAddress('192.168.0.2', 1), 'http://192.168.0.2:1')
  for (const host of ['::', '::1']) t.equal(localAddress(host, 1), 'http://[::1]:1')
})
