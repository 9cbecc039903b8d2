import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { argv, execPath, exit } from 'node:process'

/**
 * `npm run bench` compares with small servers, `npm run bench -- scale` fills a large database,
 * `npm run bench -- migrate COMMIT` migrates under load, `npm run bench -- chaos` kills processes and services under
 * load, `npm run bench -- peers` compares with frameworks and ltijs, `npm run bench -- processes` shares one
 * PostgreSQL, `npm run bench -- move` moves a million people in, and `npm run bench -- felt` opens pages as an old phone on a
 * slow line does (test/bench/README.md). Each measures the production build, which is made first if it is stale.
 */
const [, , which] = argv
const others: Record<string, string> = {
  scale: './scale/run.ts',
  migrate: './migrate/run.ts',
  chaos: './chaos/run.ts',
  peers: './peers/run.ts',
  processes: './processes.ts',
  move: './move.ts',
  felt: './felt/run.ts',
}
const cwd = resolve(import.meta.dirname, '../..')
const built = spawnSync(execPath, ['--import=tsx', 'src/build/build.ts', '--if-stale'], { cwd, stdio: 'inherit' })
if (built.status !== 0) exit(1)
await import(others[which ?? ''] ?? './compare.ts')
