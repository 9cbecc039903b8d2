import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../support/postgres.ts'
import { fillScale } from './fill-scale.ts'
import { measurePages } from './measure-pages.ts'

/**
 * `npm run bench -- scale [PEOPLE]`: fills PostgreSQL with a million people, or another number, opens every page of the
 * back office, and each list in each order with each filter, and prints the time of its SQL. Exits with 1 if PostgreSQL
 * needs more than 200 ms of CPU for a page, or 100 for a list: on a machine that does nothing else, that is the time by
 * the clock. With `--keep FOLDER` the filled database stays there, and the next run with this folder
 * measures it again.
 */
const MOST_MS = { page: 200, list: 100 }
/**
 * pg_stat_statements measures; JIT compiles statements for longer than they run. The memory is a quarter of that of a
 * small server: with the default of 128 MB one visit of Today reads its pages from the disk again.
 */
const SETTINGS = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track_planning=on',
  'jit=off',
  'shared_buffers=2GB',
]

const root = resolve(import.meta.dirname, '../../..')
const { values, positionals } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } })
const people = Number(positionals[1] ?? 1_000_000)

const dataDir = mkdtempSync(join(tmpdir(), 'signbook-scale-'))
const postgres = await startPostgres({
  folder: tmpdir(),
  settings: SETTINGS,
  ...(values.keep && { kept: values.keep }),
})
const slow: string[] = []
try {
  const databaseUrl = await fillScale(postgres.url, join(root, 'migrations'), people)
  console.log(
    '| page | statements | CPU ms of PostgreSQL | ms by the clock | longest statement | |\n|---|---|---|---|---|---|',
  )
  await measurePages({
    databaseUrl,
    main: join(root, 'dist/server/main.mjs'),
    dataDir,
    onPage({ what, isStreamed, isList }, { statements, milliseconds, cpu, longest }) {
      const holds = (isStreamed ? longest.each : cpu) <= MOST_MS[isList ? 'list' : 'page']
      if (!holds) slow.push(`${what}: ${longest.text}`)
      const figures = [statements, cpu.toFixed(1), milliseconds.toFixed(1), longest.milliseconds.toFixed(1)].join(' | ')
      console.log(`| ${what} | ${figures} | ${holds ? 'holds' : 'MISSED'} |`)
    },
    onLaunches(what, { node, postgres }) {
      const [perCore, perDatabaseCore] = [node, postgres].map(us => Math.round(1e6 / us))
      console.log(`${what}: ${perCore} a second per core of Node, ${perDatabaseCore} per core of PostgreSQL`)
    },
  })
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
for (const line of slow) console.log(`\n${line}`)
process.exit(slow.length > 0 ? 1 : 0)
