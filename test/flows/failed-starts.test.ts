import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { makeVault } from '#src/core/crypto.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { dataFolder } from '../support/folder.ts'
import { PORT_IN_USE, runMain } from '../support/running.ts'
import { query, withName } from '../support/template.ts'
import type { Test } from '../support/test.ts'

/** Returns the output of a start that must fail: it exits with 1 and prints no stack. */
const said = async (t: Test, env: Record<string, string>, args: string[] = []): Promise<string> => {
  const child = runMain(t, args, { DATA_DIR: dataFolder(t), PORT: '0', ...env })
  t.strictSame(await child.ended, { code: 1, signal: null })
  t.notMatch(child.output(), /^\s+at /m, 'no stack')
  t.notMatch(child.output(), /hush/, 'no password')
  return child.output()
}

t.test('lists all wrong and missing settings at once, each with the expected value', async t => {
  const output = await said(t, { PORT: 'abc', LOG_LEVEL: 'loud', DEMO: 'off', APP_SECRET: '' })
  t.match(output, /^Invalid settings:$/m)
  for (const name of ['PORT', 'LOG_LEVEL', 'APP_SECRET', 'PUBLIC_URL', 'MAIL_FROM'])
    t.match(output, new RegExp(`^ {2}${name}: (expected|needed) `, 'm'))
})

t.test('the doctor writes JSON about invalid settings too', async t => {
  const child = runMain(t, ['doctor', '--json'], { PORT: 'abc' })
  t.strictSame(await child.ended, { code: 1, signal: null })
  const { isWell, lines } = JSON.parse(child.output().slice(child.output().indexOf('{')))
  t.match({ isWell, lines }, { isWell: false, lines: [{ state: 'wrong', found: /PORT: expected/ }] })
})

t.test('reports a port that is taken', async t => {
  const other = createServer().listen(0, '127.0.0.1')
  t.teardown(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const DATABASE_URL = await freshDatabaseUrl(t)
  const line = (await said(t, { DATABASE_URL, DEMO: 'on', PORT: String(port) })).match(PORT_IN_USE)
  t.match(line?.[0], String(port))
})

t.test('reports a HOST that is not an address of this machine', async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  t.match(
    await said(t, { DATABASE_URL, DEMO: 'on', HOST: '192.0.2.1' }),
    'HOST: 192.0.2.1 is not an address of this machine (EADDRNOTAVAIL)',
  )
})

t.test('reports a database that is unreachable or missing, for every command', async t => {
  const away = 'postgres://someone:hush@127.0.0.1:1/none'
  for (const args of [[], ['migrate']])
    t.match(
      await said(t, { DATABASE_URL: away, DEMO: 'on' }, args),
      /^DATABASE_URL: no database answers at 127\.0\.0\.1:\d+;/m,
    )
  const socket = 'postgres://someone:hush@/none?host=/nowhere'
  t.match(await said(t, { DATABASE_URL: socket, DEMO: 'on' }), /^DATABASE_URL: no database answers at \/nowhere;/m)
  const slash = 'postgres://someone:hush/hush@127.0.0.1:5432/none'
  t.match(await said(t, { DATABASE_URL: slash, DEMO: 'on' }), /DATABASE_URL: .*percent-encode the password/)
  const certificate = 'postgres://u@127.0.0.1:1/none?sslmode=verify-full&sslrootcert=/nowhere/ca.crt'
  t.match(
    await said(t, { DATABASE_URL: certificate, DEMO: 'on' }),
    'DATABASE_URL: /nowhere/ca.crt cannot be read (ENOENT)',
  )
  for (const DATABASE_URL of ['postgres://u:hush%@[::1]:1/none', 'postgres://u@127.0.0.1:1/none%'])
    t.match(await said(t, { DATABASE_URL, DEMO: 'on' }), /^DATABASE_URL: .*percent-encode the user, password/m)
  const server = await freshDatabaseUrl(t)
  const name = 'back\\slash'
  await query(server, `create database "${name}"`)
  for (const path of [name, encodeURIComponent(name)])
    t.match(
      await said(t, { DATABASE_URL: server.replace(/[^/]*$/, path), DEMO: 'on' }, ['migrate']),
      'in back\\slash, because of the backslash',
    )
  await query(server, `drop database "${name}" with (force)`)
  const unknown = `${await freshDatabaseUrl(t)}?options=-cnone%3D1`
  t.match(await said(t, { DATABASE_URL: unknown, DEMO: 'on' }), /refuses the connection \(unrecognized/)
  const wrong = `${await freshDatabaseUrl(t)}?statement_timeout=x`
  t.match(await said(t, { DATABASE_URL: wrong, DEMO: 'on' }), /refuses the connection \(invalid .*statement_timeout/)
  const unnamed = withName(await freshDatabaseUrl(t), 'no_such_name')
  t.match(await said(t, { DATABASE_URL: unnamed, DEMO: 'on' }), /has no database named no_such_name$/m)
})

t.test('reports an APP_SECRET other than the one that sealed the secrets, for LTI 1.1 and 1.3', async t => {
  const sealed = makeVault({ appSecret: 'another secret of the application' }, 'tool keys').seal('x')
  for (const statement of [
    `with school as (insert into schools (name) values ('A school') returning id) insert into consumers (school_id, key, sealed_secret) select id, 'k', '${sealed}' from school`,
    `insert into tool_keys (kid, public_jwk, sealed_private_key, state, state_at) values ('k', '{}', '${sealed}', 'current', now())`,
  ]) {
    const DATABASE_URL = await freshDatabaseUrl(t)
    await query(DATABASE_URL, statement)
    t.match(await said(t, { DATABASE_URL, DEMO: 'on' }), 'APP_SECRET: the secrets in the database were encrypted with')
  }
})

t.test('demo mode never starts by accident, nor on a database that it did not make', async t => {
  const accidents: Record<string, string>[] = [
    { NODE_ENV: 'production' },
    { PUBLIC_URL: 'https://signbook.example' },
    { HOST: '0.0.0.0' },
  ]
  for (const env of accidents) {
    const output = await said(t, { HOST: '127.0.0.1', ...env })
    for (const name of ['DATABASE_URL', 'DEMO']) t.match(output, new RegExp(`^ {2}${name}: `, 'm'))
  }
  t.match(await said(t, { DEMO: 'on', STAFF_EMAILS: 'boss@company.com' }), /STAFF_EMAILS: .* demo mode/)
  const DATABASE_URL = await freshDatabaseUrl(t)
  await query(DATABASE_URL, "insert into staff_users (email, role) values ('boss@company.com', 'manager')")
  t.match(await said(t, { DATABASE_URL, DEMO: 'on' }), 'DEMO: this database was not made by demo mode')
})

t.test('reports a DATA_DIR that is a file', async t => {
  const DATA_DIR = join(dataFolder(t), 'a-file')
  writeFileSync(DATA_DIR, '')
  t.match(await said(t, { DATA_DIR, APP_SECRET: '' }), `DATA_DIR: ${DATA_DIR} cannot be used`)
})

t.test('reports a DATA_DIR with a damaged database', async t => {
  const DATA_DIR = dataFolder(t)
  mkdirSync(join(DATA_DIR, 'database'))
  writeFileSync(join(DATA_DIR, 'database/PG_VERSION'), '18\n')
  t.match(await said(t, { DATA_DIR }), `DATA_DIR: the database in ${DATA_DIR} cannot be opened`)
})

t.test('reports an unknown command, and an argument that a command does not take', async t => {
  t.match(await said(t, {}, ['tidy']), /tidy: there is no such command; there are serve, migrate/)
  for (const taken of [['serve'], ['migrate'], ['reseal'], ['demo:term'], ['backup', 'a'], ['restore', 'a']])
    t.match(await said(t, {}, [...taken, '0.1']), `${taken[0]}: it takes no "0.1"`)
})
