import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '../support/postgres.ts'
import { makeTemplate, withName } from '../support/template.ts'

/**
 * `npm run bench -- move [ENTITLEMENTS]`: moves a million people with their access in, and again, beside a bare COPY of the
 * same rows. Exits with 1 if it takes longer than ten minutes or 512 MB (docs/moving-in.md).
 */
const MOST = { minutes: 10, megabytes: 512 }
const count = Number(process.argv[3] ?? 1_000_000)
const COURSES = 1000
const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'signbook-move-'))

const write = async (name: string, header: string, rows: number, row: (n: number) => string): Promise<void> => {
  const file = createWriteStream(join(folder, name))
  file.write(`${header}\n`)
  for (let n = 0; n < rows; n++) if (!file.write(`${row(n)}\n`)) await once(file, 'drain')
  await new Promise<void>(done => void file.end(() => done()))
}

/** Runs the command, and watches its memory as Linux counts it. */
const move = async (env: Record<string, string>, ...args: string[]) => {
  const began = performance.now()
  const child = spawn(process.execPath, ['dist/server/main.mjs', 'move-in', folder, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let peak = 0
  let isOver = false
  const ended = new Promise<number | null>(done => child.on('close', done)).finally(() => {
    isOver = true
  })
  while (!isOver) {
    try {
      peak = Number(readFileSync(`/proc/${child.pid}/status`, 'utf8').match(/VmHWM:\s+(\d+)/)?.[1] ?? 0) / 1024
    } catch {
      // It has just ended.
    }
    await Promise.race([ended, wait(500)])
  }
  return { code: await ended, minutes: (performance.now() - began) / 60_000, megabytes: peak }
}

const postgres = await startPostgres()
try {
  await write('schools.csv', 'name', 1, () => 'Bench')
  await write('consumers.csv', 'key,school,secret', 1, () => 'bench,Bench,secret')
  await write('products.csv', 'product_code,name,stripe_price_id', 1, () => 'B1,Bench,price_bench')
  await write('courses.csv', 'consumer_key,context_id,product_codes', COURSES, n => `bench,c${n},B1`)
  const who = 'consumer_key,user_id,email,name'
  await write('people.csv', who, count, n => `bench,u${n},u${n}@bench.example,Person ${n}`)
  const columns = 'consumer_key,context_id,user_id,token,agreed_at,processed_at,source'
  const at = '2026-07-01T12:00:00Z'
  await write('entitlements.csv', columns, count, n => {
    return `bench,c${n % COURSES},u${n},bench-token-${String(n).padStart(12, '0')},${at},${at},code`
  })
  const databaseUrl = withName(postgres.url, await makeTemplate(postgres.url, join(root, 'migrations')))
  const env = {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: folder, DEMO: 'on', APP_SECRET: 'a secret of the bench, long enough' },
  }
  const first = await move(env, '--write')
  const again = await move(env, '--write')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    'create table bare (like entitlements including all); create table rows as select * from entitlements',
  )
  const began = performance.now()
  await client.query('insert into bare overriding system value select * from rows')
  const bare = (performance.now() - began) / 60_000
  await client.end()
  for (const [what, { code, minutes, megabytes }] of Object.entries({ first, again }))
    console.log(
      `${what}: code ${code}, ${minutes.toFixed(1)} minutes, ${megabytes.toFixed(0)} MB; a bare copy of the entitlements: ${bare.toFixed(1)} minutes`,
    )
  const holds = [first, again].every(r => r.code === 0 && r.minutes <= MOST.minutes && r.megabytes <= MOST.megabytes)
  process.exitCode = holds ? 0 : 1
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
