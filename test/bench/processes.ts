import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../support/postgres.ts'
import { makeTemplate, withName } from '../support/template.ts'
import { type Child, CORES, stayOn } from './child.ts'
import { inTurn, median, type Request, run } from './load.ts'
import { pageOf } from './page-of.ts'
import { postgresCpu } from './postgres-cpu.ts'
import { fillWithDemo, startProduct } from './product.ts'
import { signedLaunches } from './signed-launch.ts'

/** `npm run bench -- processes [--quick]`: what a page and a launch cost with 1, 2 and 4 processes on one PostgreSQL. */
const COUNTS = [1, 2, 4]
const { rounds, amount } = process.argv.includes('--quick') ? { rounds: 2, amount: 200 } : { rounds: 7, amount: 1000 }

interface Cost {
  node: number
  postgres: number
}

const root = resolve(import.meta.dirname, '../..')
const dataDir = mkdtempSync(join(tmpdir(), 'signbook-processes-'))
stayOn(CORES.others)
const postgres = await startPostgres()
const databaseUrl = withName(postgres.url, await makeTemplate(postgres.url, join(root, 'migrations')))
const client = new pg.Client({ connectionString: databaseUrl })

/** Shares the requests among the processes; returns the microseconds of CPU of one. */
const measure = async (children: Child[], requests: (child: Child) => (n: number) => Request[], status: number) => {
  const share = amount / children.length
  const before = await postgresCpu(client)
  const done = await Promise.all(children.map(child => run({ child, requests: requests(child), status }, share)))
  const used = (await postgresCpu(client)) - before
  return { node: done.reduce((sum, { cpu }) => sum + cpu, 0) / done.length, postgres: (used * 1000) / amount }
}

let hasFailed = true
try {
  await client.connect()
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  await fillWithDemo(settings)
  const processes: Child[] = []
  for (let i = 0; i < Math.max(...COUNTS); i++) processes.push(await startProduct(settings))
  const path = await pageOf(processes[0]!.base)
  const pages = () => (n: number) => Array.from({ length: n }, (): Request => ({ method: 'GET', path }))
  // The compiler of V8 optimizes what runs often, so each process answers as much before.
  for (const child of processes) await measure([child], pages, 200)
  const groups = COUNTS.map(count => processes.slice(0, count))
  const perPage = await inTurn(
    groups.map(group => () => measure(group, pages, 200)),
    rounds,
  )
  const launches = ({ base }: Child) => signedLaunches(base, 100)
  const perLaunch = await inTurn(
    groups.map(group => () => measure(group, launches, 303)),
    rounds,
  )
  console.log('| processes | page: Node | PostgreSQL | launch: Node | PostgreSQL |\n|---|---|---|---|---|')
  for (const [i, count] of COUNTS.entries()) {
    const cost = (all: Cost[][], of: keyof Cost) => `${(median(all.map(round => round[i]![of])) / 1000).toFixed(2)} ms`
    const figures = [perPage, perLaunch].flatMap(all => [cost(all, 'node'), cost(all, 'postgres')])
    console.log(`| ${[count, ...figures].join(' | ')} |`)
  }
  hasFailed = false
} finally {
  await client.end()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(hasFailed ? 1 : 0)
