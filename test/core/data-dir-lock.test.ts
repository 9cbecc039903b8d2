import { linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { lockDataDir } from '#src/core/db/embedded.ts'
import { dataFolder } from '../support/folder.ts'
import { size } from '../support/size.ts'

const HELD = /is in use by another running Signbook process/

t.test('one process holds the folder until it releases it', async t => {
  const folder = dataFolder(t)
  const lock = await lockDataDir(folder)
  await t.rejects(lockDataDir(folder), HELD)
  await t.rejects(lockDataDir(folder), {
    message: `The database in ${folder} is in use by another running Signbook process. Stop that process first, set another DATA_DIR for this one, or use PostgreSQL (DATABASE_URL).`,
  })
  await lock.release()
  const next = await lockDataDir(folder)
  await t.rejects(lockDataDir(folder), HELD)
  await next.release()
  t.strictSame(readdirSync(folder), [], 'no files remain')
})

/** Leaves what a killed process does: a socket file without a listener. */
const leaveStale = async (folder: string) => {
  const server = createServer()
  await new Promise<void>(done => server.listen(join(folder, 'live'), done))
  linkSync(join(folder, 'live'), join(folder, 'lock.000000'))
  await new Promise(done => server.close(done))
}

t.test('takes over and removes locks of killed processes', async t => {
  const folder = dataFolder(t)
  await leaveStale(folder)
  t.strictSame(readdirSync(folder), ['lock.000000'])
  const lock = await lockDataDir(folder)
  await t.rejects(lockDataDir(folder), HELD)
  await lock.release()
  t.strictSame(readdirSync(folder), [])
})

t.test('a holder too busy to answer still holds the lock', async t => {
  const folder = dataFolder(t)
  const busy = createServer(() => {})
  await new Promise<void>(done => busy.listen(join(folder, 'lock.zzzzzz'), done))
  const sockets: Socket[] = []
  busy.on('connection', socket => sockets.push(socket))
  await t.rejects(lockDataDir(folder), HELD)
  for (const socket of sockets) socket.destroy()
  await new Promise(done => busy.close(done))
  await (await lockDataDir(folder)).release()
})

t.test('exactly one of many parallel starts holds the folder, and later ones are refused', async t => {
  for (let round = 0; round < size(40, 1000); round++) {
    const folder = dataFolder(t)
    if (round % 2 === 0) await leaveStale(folder)
    const late = async (turns: number) => {
      for (let i = 0; i < turns; i++) await new Promise(setImmediate)
      return lockDataDir(folder)
    }
    const tried = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => late(i * (round % 5))))
    const held = tried.filter(r => r.status === 'fulfilled')
    if (held.length !== 1) t.fail(`round ${round}: ${held.length} hold it`)
    for (const r of tried) if (r.status === 'rejected') t.match(r.reason, { message: HELD })
    await t.rejects(lockDataDir(folder), HELD, 'the losers released nothing')
    for (const r of held) await r.value.release()
    await (await lockDataDir(folder)).release()
    rmSync(folder, { recursive: true })
  }
})

t.test('reports a path too long for a socket before opening anything', async t => {
  const long = join(dataFolder(t), 'x'.repeat(100))
  mkdirSync(long)
  await t.rejects(lockDataDir(long), /DATA_DIR: .* too long/)
  t.strictSame(readdirSync(long), [])
})
