import t from 'tap'
import { makeVault } from '#src/core/crypto.ts'
import { resealSecrets, sealedColumns } from '#src/core/reseal-secrets.ts'
import { consumerVault, SECRET, testApp } from '../support/app.ts'
import { launchAt } from '../support/browserless.ts'
import { freshDatabase, freshDatabaseUrl } from '../support/database.ts'
import { dataFolder } from '../support/folder.ts'
import { runMain, startServer } from '../support/running.ts'
import { makeConsumer } from '../support/school.ts'

const [A, B] = ['a'.repeat(40), 'b'.repeat(40)]

t.test('APP_SECRET is replaced step by step, and launches work at each', async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  const works = async (env: Record<string, string>, user_id: string) => {
    const server = await startServer(t, { env: { DATABASE_URL, ...env } })
    t.equal((await launchAt(server.base, { user_id })).status, 303, user_id)
    t.equal((await fetch(`${server.base}/lti/keys`)).status, 200)
    server.kill('SIGTERM')
    await server.ended
  }
  const run = async (args: string[], env: Record<string, string>) => {
    const command = runMain(t, args, { DATABASE_URL, DEMO: 'on', DATA_DIR: dataFolder(t), PORT: '0', ...env })
    return { ...(await command.ended), output: command.output() }
  }
  await works({ APP_SECRET: A }, 'before')
  t.match(await run([], { APP_SECRET: B }), { code: 1, output: /^APP_SECRET: .*APP_SECRET_PREVIOUS/ })
  await works({ APP_SECRET: A, APP_SECRET_PREVIOUS: B }, 'either')
  await works({ APP_SECRET: B, APP_SECRET_PREVIOUS: A }, 'swapped')
  t.equal((await run(['reseal'], { APP_SECRET: B })).code, 1, 'not without the old one')
  for (const time of ['once', 'twice'])
    t.match(
      await run(['reseal'], { APP_SECRET: B, APP_SECRET_PREVIOUS: A }),
      { code: 0, output: /Encrypted again: \d/ },
      time,
    )
  await works({ APP_SECRET: B }, 'after')
})

t.test('every encrypted column is encrypted again', async t => {
  const db = await freshDatabase(t)
  const { rows } = await db.client.query(
    "select table_name || '.' || column_name as name from information_schema.columns where column_name like 'sealed%'",
  )
  t.strictSame(rows.map(row => row.name).sort(), sealedColumns.map(c => `${c.table}.${c.column}`).sort())
})

t.test('sealing again beside running processes changes no secret', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const before = consumerVault.open(school.sealedSecret)
  const secrets = { appSecret: B, previousAppSecret: SECRET }
  const counts = await Promise.all([resealSecrets(app.db, secrets), resealSecrets(app.db, secrets)])
  t.ok(counts.every(count => count > 0))
  const { rows } = await app.db.client.query('select sealed_secret as sealed from consumers')
  t.equal(makeVault({ appSecret: B }, 'consumer secret').open(rows[0].sealed), before)
})
