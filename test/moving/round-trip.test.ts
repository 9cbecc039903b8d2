import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Database } from '#src/core/db/db.ts'
import { moveOut } from '#src/moving/move-out.ts'
import { fileNames } from '#src/moving/rules/files.ts'
import { requireDemoDatabase, seedDemo } from '#src/practice/seed.ts'
import { fillTerm } from '#src/practice/term.ts'
import { consumerVault, testApp } from '../support/app.ts'
import { testClock } from '../support/clock.ts'
import { move } from '../support/move.ts'
import type { Test } from '../support/test.ts'

const NOW = new Date('2026-11-24T16:00:00Z')

const folderOf = (t: Test): string => {
  const folder = mkdtempSync(join(tmpdir(), 'signbook-move-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const appOf = async (t: Test, db?: Database) => testApp(t, { ...(db ? { db } : {}), clock: testClock(NOW) })
const say = async () => {}

t.test('moves a term out, in and out again, byte for byte', async t => {
  const app = await appOf(t)
  await requireDemoDatabase(app.db)
  await seedDemo(app.db, consumerVault, 'America/Chicago', NOW)
  const from = { db: app.db, secrets: consumerVault, clock: testClock(NOW), timezone: 'America/Chicago' }
  await fillTerm(from, { schools: 40, courses: 80, students: 900 })
  await app.server.inject('/lti/keys')
  const [first, second] = [folderOf(t), folderOf(t)]
  await moveOut(app, { folder: first, withSecrets: true, say })
  t.strictSame(readdirSync(first).sort(), [...fileNames].sort())
  t.ok(
    readdirSync(first).every(name => (statSync(join(first, name)).mode & 0o077) === 0),
    'for its user only',
  )
  t.match((await app.db.client.query("select actor, after from audit where action = 'move-out'")).rows, [
    { actor: 'system', after: { withSecrets: true } },
  ])
  const there = await appOf(t)
  const files = Object.fromEntries(fileNames.map(name => [name, readFileSync(join(first, name))]))
  const { rows } = await app.db.client.query('select email, first_name as first from staff_users')
  for (const { email, first } of rows)
    await there.db.client.query('insert into staff_users (email, first_name) values ($1, $2)', [email, first])
  const moved = await move(t, there, files, { writes: true })
  t.equal(moved.code, 0, moved.said.slice(0, 3000))
  await moveOut(there, { folder: second, withSecrets: true, say })
  for (const name of fileNames) {
    const [a = [], b = []] = [first, second].map(folder => readFileSync(join(folder, name), 'utf8').split('\n'))
    const at = a.findIndex((line, n) => line !== b[n])
    t.equal(at < 0 ? '' : b[at], at < 0 ? '' : a[at], name)
    t.equal(b.length, a.length, `${name}: as many rows`)
  }
  const again = await move(t, there, files, { writes: true })
  t.equal(again.code, 0, 'the second move finds all the same')
  t.notMatch(again.said, /[1-9]\d* (new|different|refused)/)
})
