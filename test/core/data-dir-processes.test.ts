import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { launchAt, redeemAt } from '../support/browserless.ts'
import { dataFolder } from '../support/folder.ts'
import { portIn, runMain, startServer } from '../support/running.ts'
import { until } from '../support/until.ts'

const HELD = /is in use by another running Signbook process. Stop that process first, set another DATA_DIR/

t.test('refuses a second process on the same folder with a clear message, and the first keeps working', async t => {
  const DATA_DIR = dataFolder(t)
  const first = await startServer(t, { dataDir: DATA_DIR })
  const { token } = await launchAt(first.base)
  for (const command of [[], ['migrate']]) {
    const second = runMain(t, command, { DATA_DIR, PORT: '0' })
    t.strictSame(await second.ended, { code: 1, signal: null }, command[0] ?? 'serve')
    t.match(second.output(), HELD)
    t.notMatch(second.output(), /^\s+at /m, 'without a stack')
  }
  t.equal((await launchAt(first.base)).status, 303)
  t.hasStrict(await redeemAt(first.base, token, 'DEMO-ASL1-0001'), { status: 'OK' })
  first.kill('SIGTERM')
  t.strictSame(await first.ended, { code: 0, signal: null })
})

t.test('after kill -9 the next process takes over without losing answered requests', async t => {
  const DATA_DIR = dataFolder(t)
  const first = await startServer(t, { dataDir: DATA_DIR })
  const { token } = await launchAt(first.base)
  t.hasStrict(await redeemAt(first.base, token, 'DEMO-ASL1-0001'), { status: 'OK' })
  first.kill('SIGKILL')
  await first.ended
  t.ok(
    readdirSync(DATA_DIR).some(name => name.startsWith('lock.')),
    'a lock remains',
  )
  const next = await startServer(t, { dataDir: DATA_DIR })
  t.hasStrict(await redeemAt(next.base, token, 'DEMO-ASL2-0001'), { status: 'PROCESSED' })
})

t.test('one of two processes started at once serves', async t => {
  const DATA_DIR = dataFolder(t)
  const both = [0, 1].map(() => runMain(t, [], { DATA_DIR, PORT: '0' }))
  const { code, i } = await Promise.race(both.map(async (p, i) => ({ ...(await p.ended), i })))
  t.equal(code, 1)
  t.match(both[i]?.output(), HELD)
  const other = both[1 - i]
  const port = await until('the other one listens', () => portIn(other?.output() ?? ''))
  t.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200)
})

t.test('the data folder is readable only by its owner', async t => {
  const above = mkdtempSync('/tmp/signbook-above-')
  t.teardown(() => rmSync(above, { recursive: true, force: true }))
  const DATA_DIR = join(above, 'data')
  const server = runMain(t, ['migrate'], { DATA_DIR, APP_SECRET: '' })
  t.equal((await server.ended).code, 0)
  t.equal(statSync(DATA_DIR).mode & 0o077, 0, 'no access for others')
})
