import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { argv, env, execPath } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '../../support/postgres.ts'
import { query, withName } from '../../support/template.ts'
import { startChild } from '../child.ts'
import { fillDatabase } from '../fill.ts'
import { buildCommit } from './old-build.ts'
import { startLaunches } from './steady-launches.ts'
import { watchMigrations } from './watch-migrations.ts'

/**
 * `npm run bench -- migrate COMMIT [PEOPLE]`: the build of the commit, the release before, answers 100 launches a second
 * while this build migrates its database. Exits with 1 if a launch fails.
 */
const PER_SECOND = 100
const BESIDE_MS = 10_000

const [, , , commit, amount = '500000'] = argv
if (!commit) throw new Error('name the commit of the release before')
const people = Number(amount)
const root = resolve(import.meta.dirname, '../../..')

const dataDir = mkdtempSync(join(tmpdir(), 'signbook-migrate-'))
const old = buildCommit(root, commit)
const postgres = await startPostgres({ folder: tmpdir() })
let hasFailed = true
try {
  await query(postgres.url, 'create database bench')
  const databaseUrl = withName(postgres.url, 'bench')
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    APP_SECRET: 'a secret of the bench, long enough for anyone',
    MAIL_FROM: 'no-reply@signbook.example',
    LOG_LEVEL: 'error',
  }
  const demo = await startChild([old.main], { ...settings, DEMO: 'on', CAPTCHA_PROVIDER: 'off' }, '/home')
  await demo.stop()
  await fillDatabase(databaseUrl, join(import.meta.dirname, 'fill.sql'), people)
  const server = await startChild([old.main], { ...settings, DEMO: 'off' }, '/home', { log: 'inherit' })
  try {
    const launches = startLaunches(server.base, PER_SECOND, people)
    await wait(BESIDE_MS)
    const before = { sent: launches.sent, slowestMs: launches.slowestMs }
    launches.slowestMs = 0
    const progress = await watchMigrations(databaseUrl)
    const began = performance.now()
    const migration: ChildProcess = spawn(execPath, [join(root, 'dist/server/main.mjs'), 'migrate'], {
      env: { PATH: env.PATH, ...settings, PUBLIC_URL: server.base },
      stdio: 'inherit',
    })
    const [code] = await once(migration, 'exit')
    const seconds = (performance.now() - began) / 1000
    await wait(BESIDE_MS)
    await launches.stop()
    const steps = await progress.stop()
    hasFailed = code !== 0 || launches.failed.length > 0
    console.log(`${commit} with ${people} people; the migration ended with ${code} after ${seconds.toFixed(1)} s`)
    console.log(`before it: ${before.sent} launches, the slowest after ${Math.round(before.slowestMs)} ms`)
    console.log(`in all: ${launches.sent} launches, the slowest after ${Math.round(launches.slowestMs)} ms`)
    const at = (time: number) => `${((time - began) / 1000).toFixed(1)} s`
    for (const { number, doneAt } of steps) console.log(`migration ${number} was done after ${at(doneAt)}`)
    console.log(`failed: ${launches.failed.length}`)
    for (const { what, sentAt, endedAt } of launches.failed)
      console.log(`${what}: sent after ${at(sentAt)}, ended after ${at(endedAt)}`)
  } finally {
    await server.stop()
  }
} finally {
  await postgres.stop()
  old.remove()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(hasFailed ? 1 : 0)
