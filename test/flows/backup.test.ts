import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { environmentOf } from '#src/core/backups.ts'
import { testApp } from '../support/app.ts'
import { launchAt } from '../support/browserless.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { dataFolder, openFolder } from '../support/folder.ts'
import { DEBIAN, startPostgres } from '../support/postgres.ts'
import { runMain, startServer } from '../support/running.ts'
import { launch, makeConsumer } from '../support/school.ts'
import { isLong } from '../support/size.ts'
import { signedIn } from '../support/staff.ts'
import { query, withName } from '../support/template.ts'
import type { Test } from '../support/test.ts'

const run = async (t: Test, args: string[], env: Record<string, string>) => {
  const command = runMain(t, args, { DEMO: 'on', DATA_DIR: dataFolder(t), ...env })
  return { ...(await command.ended), output: command.output() }
}

/** Starts a server, launches once and stops it. Returns where the launch leads. */
const launchOnce = async (t: Test, env: Record<string, string>, dataDir: string): Promise<string> => {
  const server = await startServer(t, { env, dataDir })
  const { token } = await launchAt(server.base, { user_id: 'ana' })
  server.kill('SIGTERM')
  await server.ended
  return token
}

/** The doctor does not speak of backups in demo mode. */
const production = { DEMO: 'off', PUBLIC_URL: 'http://127.0.0.1:9', MAIL_FROM: 'a@b.example' }

/** Random, so that the dump is as large. */
const MEGABYTES = 2304

/** Backs up, restores elsewhere and finds the same person there. */
const rehearse = async (t: Test, from: Record<string, string>, to: Record<string, string>) => {
  const token = await launchOnce(t, from, from.DATA_DIR ?? dataFolder(t))
  const folder = join(dataFolder(t), 'backups')
  const made = await run(t, ['backup', folder], from)
  t.equal(made.code, 0, made.output)
  const [file = '', list = ''] = readdirSync(folder).sort()
  t.match([file, list], [/^signbook-.*(dump|gz)$/, /erasures\.txt$/])
  t.equal(statSync(join(folder, file)).mode & 0o077, 0, 'nobody else reads it')
  const path = join(folder, file)
  const doctor = await run(t, ['doctor'], { ...from, ...production })
  t.match(doctor.output, new RegExp(`^ok {6}Backup: .*${file}`, 'm'), 'the audit has it')
  const restored = await run(t, ['restore', path], to)
  t.equal(restored.code, 0, restored.output)
  t.match(await run(t, ['restore', path], to), { code: 1, output: /^restore: / }, 'never over a database')
  t.match(await run(t, ['erasures', 'apply', join(folder, list)], to), { code: 0 })
  t.equal(await launchOnce(t, to, to.DATA_DIR ?? dataFolder(t)), token, 'the same person')
}

t.test('a restore drill on PostgreSQL, where the programs of Debian are installed', async t => {
  if (!existsSync(DEBIAN)) {
    t.pass(`${DEBIAN} is not installed`)
    return
  }
  const server = await startPostgres({ installed: DEBIAN })
  t.teardown(() => server.stop())
  const [from, to] = [withName(server.url, 'here'), withName(server.url, 'there')]
  for (const name of ['here', 'there']) await query(server.url, `create database ${name}`)
  await rehearse(t, { DATABASE_URL: from }, { DATABASE_URL: to })

  await t.test('an ordinary role restores what a host has added an extension and a schema to', async t => {
    await query(server.url, 'create role app login')
    const as = (name: string) =>
      Object.assign(new URL(withName(server.url, name)), { username: 'app', password: '' }).href
    for (const name of ['hosted', 'bare', 'prepared']) await query(server.url, `create database ${name} owner app`)
    for (const name of ['hosted', 'prepared'])
      await query(
        withName(server.url, name),
        "create extension pg_buffercache; comment on extension pg_buffercache is 'of the host'; create schema monitor; create table monitor.load (x int)",
      )
    t.equal((await run(t, ['migrate'], { DATABASE_URL: as('hosted') })).code, 0)
    const folder = join(dataFolder(t), 'backups')
    t.match(await run(t, ['backup', folder], { DATABASE_URL: as('hosted') }), { code: 0 })
    const [file = ''] = readdirSync(folder).sort()
    for (const name of ['bare', 'prepared']) {
      t.match(await run(t, ['restore', join(folder, file)], { DATABASE_URL: as(name) }), { code: 0 }, name)
      t.match(await run(t, ['migrate'], { DATABASE_URL: as(name) }), { code: 0 })
    }
    const [made] = await query(withName(server.url, 'bare'), "select to_regclass('monitor.load') as other")
    t.match(made, { other: null }, 'only our schemas are copied')
  })

  await t.test('a database may have a name that libpq could read as parameters', async t => {
    for (const name of ['host=a', 'host=b']) await query(server.url, `create database "${name}"`)
    t.equal((await run(t, ['migrate'], { DATABASE_URL: withName(server.url, 'host=a') })).code, 0)
    const folder = join(dataFolder(t), 'backups')
    t.match(await run(t, ['backup', folder], { DATABASE_URL: withName(server.url, 'host=a') }), { code: 0 })
    const [file = ''] = readdirSync(folder).sort()
    const to = { DATABASE_URL: withName(server.url, 'host=b') }
    t.match(await run(t, ['restore', join(folder, file)], to), { code: 0 })
  })

  await t.test('a file over 2 GiB is not read into memory', async t => {
    await query(server.url, 'create database huge')
    const file = join(dataFolder(t), 'huge.dump')
    writeFileSync(file, 'PGDMP')
    truncateSync(file, 2200 * 2 ** 20)
    t.match(await run(t, ['restore', file], { DATABASE_URL: withName(server.url, 'huge') }), {
      code: 1,
      output: /^pg_restore failed: /m,
    })
  })
})

if (isLong && existsSync(DEBIAN))
  t.test('a dump of more than 2 GiB, with an extension of the host, is restored by an ordinary role', async t => {
    const server = await startPostgres({ installed: DEBIAN, folder: tmpdir() })
    t.teardown(() => server.stop())
    await query(server.url, 'create role app login')
    const as = (name: string) =>
      Object.assign(new URL(withName(server.url, name)), { username: 'app', password: '' }).href
    for (const name of ['large', 'copy']) await query(server.url, `create database ${name} owner app`)
    await query(withName(server.url, 'large'), 'create extension pg_buffercache')
    t.equal((await run(t, ['migrate'], { DATABASE_URL: as('large') })).code, 0)
    const db = await openAt(t, as('large'))
    await db.client.query('create table filler (data bytea); alter table filler alter data set storage external')
    for (let i = 0; i < MEGABYTES / 8; i++)
      await db.client.query('insert into filler values ($1)', [randomBytes(8 * 2 ** 20)])
    const folder = join(dataFolder(t), 'backups')
    t.match(await run(t, ['backup', folder], { DATABASE_URL: as('large') }), { code: 0 })
    const [file = ''] = readdirSync(folder).sort()
    t.ok(statSync(join(folder, file)).size > 2 ** 31)
    t.match(await run(t, ['restore', join(folder, file)], { DATABASE_URL: as('copy') }), { code: 0 })
    const [found] = await query(as('copy'), 'select sum(length(data)) as bytes from filler')
    t.equal(Number(found?.bytes), MEGABYTES * 2 ** 20)
  })

t.test('hands all that libpq knows of an address to its programs, and nothing else', t => {
  const cases: [url: string, expected: Record<string, string>][] = [
    ['postgres://u:p%40x@db:6432/n', { PGHOST: 'db', PGPORT: '6432', PGUSER: 'u', PGPASSWORD: 'p@x', PGDATABASE: 'n' }],
    [
      'postgres://u@db/n?sslmode=verify-full&sslrootcert=/ca.crt&sslcert=/c.crt&sslkey=/c.key&sslcrl=/r.pem',
      {
        PGSSLMODE: 'verify-full',
        PGSSLROOTCERT: '/ca.crt',
        PGSSLCERT: '/c.crt',
        PGSSLKEY: '/c.key',
        PGSSLCRL: '/r.pem',
      },
    ],
    ['postgres://u:100%sure@db/host=x', { PGPASSWORD: '100%sure', PGDATABASE: 'host=x' }],
    ['postgres://u@db/n?sslmode=no-verify', { PGSSLMODE: 'require' }],
    ['postgres://u@db/n?ssl=true', { PGSSLMODE: 'require' }],
    ['postgres://u:p@/n?host=/run/postgresql', { PGHOST: '/run/postgresql' }],
    ['postgres://u@[::1]:5433/n', { PGHOST: '::1', PGPORT: '5433' }],
    [
      'postgres://u@db/n?channel_binding=require&connect_timeout=3&target_session_attrs=primary',
      { PGCHANNELBINDING: 'require', PGCONNECT_TIMEOUT: '3', PGTARGETSESSIONATTRS: 'primary' },
    ],
  ]
  for (const [databaseUrl, expected] of cases)
    t.hasStrict(environmentOf({ databaseUrl, programPath: '/bin' }), expected, databaseUrl)
  const other = environmentOf({ databaseUrl: 'postgres://u@db/n?statement_timeout=5&max=3', programPath: '/bin' })
  const unknown = ['PGMAX', 'PGSTATEMENTTIMEOUT']
  const known = Object.keys(other).filter(name => !unknown.includes(name))
  t.strictSame(known.sort(), ['LC_ALL', 'PATH', 'PGDATABASE', 'PGHOST', 'PGUSER'], 'the others are none of libpq')
  t.end()
})

t.test('a restore drill on the embedded database', async t => {
  const APP_SECRET = 's'.repeat(40)
  await rehearse(t, { DATA_DIR: dataFolder(t), APP_SECRET }, { DATA_DIR: dataFolder(t), APP_SECRET })
})

t.test('a manager copies the embedded database while it is used', async t => {
  const db = await openFolder(dataFolder(t))
  t.teardown(() => db.close())
  const app = await testApp(t, { db })
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  const before = await launch(app, school.key)
  const [pressed] = await Promise.all([
    me.post('/setup', { intent: 'back-up' }),
    ...Array.from({ length: 10 }, () => launch(app, school.key)),
  ])
  t.match(pressed, { status: 303, location: '/setup' })
  t.match((await me.open('/setup')).body, 'The copy is in the folder backups of DATA_DIR.')
  const [file = ''] = readdirSync(join(app.dataDir, 'backups')).sort()
  t.match((await me.open('/audit')).body, 'Backup written')
  const to = dataFolder(t)
  const restored = await run(t, ['restore', join(app.dataDir, 'backups', file)], { DATA_DIR: to })
  t.equal(restored.code, 0, restored.output)
  const copy = await openFolder(to)
  t.teardown(() => copy.close())
  const { rows } = await copy.client.query(
    'select count(*)::int as count, bool_or(token = $1) as has from entitlements',
    [before.token],
  )
  t.match(rows, [{ has: true }])
  t.ok(rows[0].count <= 11)
  const support = await signedIn(app, 'support')
  t.equal((await support.post('/setup', { intent: 'back-up' })).status, 403)
})

t.test('nobody else can read a backup while it is written', async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  const [bin, folder] = [dataFolder(t), dataFolder(t)]
  const dump = `#!/bin/sh
[ "$1" = --version ] && echo "pg_dump (PostgreSQL) 99.0" && exit
for each in "$@"; do case $each in --file=*) echo x > "\${each#--file=}"; stat -c %a "\${each#--file=}" > ${bin}/mode ;; esac; done`
  writeFileSync(join(bin, 'pg_dump'), dump, { mode: 0o755 })
  chmodSync(folder, 0o777)
  t.match(await run(t, ['backup', folder], { DATABASE_URL, PATH: `${bin}:/usr/bin:/bin` }), { code: 0 })
  t.equal(readFileSync(join(bin, 'mode'), 'utf8').trim(), '600')
})

t.test('says what is missing', async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  const [nothing, old] = [dataFolder(t), dataFolder(t)]
  mkdirSync(join(old, 'bin'))
  writeFileSync(join(old, 'bin/pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6.1"\n', { mode: 0o755 })
  const folder = dataFolder(t)
  t.match(await run(t, ['backup', folder], { DATABASE_URL, PATH: nothing }), {
    code: 1,
    output: /^pg_dump is not installed on this machine\. Install .* 18 or later \(Debian: postgresql-client-18\)\.$/m,
  })
  t.match(await run(t, ['backup', folder], { DATABASE_URL, PATH: `${join(old, 'bin')}:/usr/bin:/bin` }), {
    code: 1,
    output: /^pg_dump 9 is too old for a PostgreSQL 18 server\. Install/m,
  })
  t.strictSame(readdirSync(folder), [], 'no file is left behind')
  t.match(await run(t, ['backup'], {}), { code: 1, output: /^backup: use it as/m })
  const broken = join(folder, 'broken.tar.gz')
  writeFileSync(broken, readFileSync(process.execPath).subarray(0, 1000))
  t.match(await run(t, ['restore', broken], {}), { code: 1, output: /^restore: the file is damaged/m })
  t.match(await run(t, ['restore', broken], { DATABASE_URL }), { code: 1, output: /expected a \.dump file/ })
})
