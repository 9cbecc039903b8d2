import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { findChromium } from './support/chromium.ts'
import { compiledName, compileTests } from './support/compile-tests.ts'
import { keepContent } from './support/content.ts'
import { startPostgres } from './support/postgres.ts'
import { fillTemplate, makeTemplate } from './support/template.ts'

/**
 * `npm test` checks, builds, starts PostgreSQL, runs every test file and ends with 'N passed, N failed'.
 * `npm run test:unit` runs only the rules, which need neither. Both take paths of test files instead; if all of them are
 * rules, no build and no database is made.
 */
const root = resolve(import.meta.dirname, '..')
const bin = (name: string) => resolve(root, 'node_modules/.bin', name)
const flags = process.argv.filter(a => a.startsWith('--'))
const files = process.argv.slice(2).filter(a => !a.startsWith('--'))

const results = { passed: 0, failed: 0 }
const count = (name: string, passed: boolean): boolean => {
  results[passed ? 'passed' : 'failed']++
  console.log(`${passed ? 'ok' : 'not ok'} - ${name}`)
  return passed
}
const run = (name: string, command: string, args: string[]): Promise<boolean> =>
  new Promise(done => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit' })
    child.on('close', code => done(count(name, code === 0)))
  })

const missing = files.filter(path => !existsSync(resolve(root, path)))
if (missing.length > 0) {
  console.error(`There is no ${missing.join(', ')}.`)
  process.exit(1)
}
const filesIn = (path: string): string[] =>
  statSync(resolve(root, path)).isDirectory()
    ? readdirSync(resolve(root, path))
        .filter(name => name !== 'node_modules')
        .sort()
        .flatMap(name => filesIn(join(path, name)))
        .filter(name => /\.test\.tsx?$/.test(name))
    : [path]
/** Large tests begin first, so that none is left alone at the end. */
const bytesOf = (path: string): number => statSync(resolve(root, path)).size

const areRules = files.length > 0 && files.every(path => /\/rules\/[^/]+\.test\.ts$/.test(path))
if (areRules || flags.includes('--unit')) await tap(['--import=tsx', 'test/unit.ts', ...files], process.env)
else {
  const built = run('build', process.execPath, ['--import=tsx', 'src/build/build.ts', '--if-stale'])
  // tsc uses one core for half a minute, so the tests begin beside it.
  const checks = [['lint', 'biome', ['check', '--error-on-warnings']] as const, ['types', 'tsc', []] as const]
  const checked = files.length > 0 ? [] : checks.map(([name, command, args]) => run(name, bin(command), [...args]))
  await withPostgres(built)
  await Promise.all(checked)
}
console.log(`${results.passed} passed, ${results.failed} failed`)
process.exit(results.failed === 0 ? 0 : 1)

async function withPostgres(built: Promise<boolean>) {
  const { DATABASE_URL: url, ...env } = process.env
  const server = url ? { url, stop: async () => {} } : await startPostgres({ settings: ['autovacuum=off'] })
  process.on('SIGINT', () => server.stop().then(() => process.exit(130)))
  try {
    const tests = (files.length > 0 ? files : ['test']).flatMap(filesIn).sort((a, b) => bytesOf(b) - bytesOf(a))
    const templated = makeTemplate(server.url, resolve(root, 'migrations'))
    const compiled = compileTests(root, ['test/each.ts', ...tests])
    const [TEST_TEMPLATE, TEST_COMPILED, chromium, isBuilt] = await Promise.all([
      templated,
      compiled,
      findChromium(),
      built,
    ])
    await Promise.all([fillTemplate(server.url, TEST_TEMPLATE), keepContent(TEST_COMPILED)])
    process.on('exit', () => rmSync(TEST_COMPILED, { recursive: true, force: true }))
    const TEST_LONG = flags.includes('--long') ? '1' : ''
    const TEST_CHROMIUM = chromium ? JSON.stringify(chromium) : ''
    const given = { TEST_DATABASE_URL: server.url, TEST_TEMPLATE, TEST_COMPILED, TEST_CHROMIUM, TEST_LONG }
    if (isBuilt) await tap([compiledName(TEST_COMPILED, 'test/each.ts'), ...tests], { ...env, ...given })
  } finally {
    await server.stop()
  }
}

/** Prints one line for each test and everything about a failure. The counts are on tap's last line. */
async function tap(script: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, script, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>(done => child.on('close', done))
  let diagnosing = false
  let totals = ''
  for await (const line of createInterface({ input: child.stdout })) {
    const failing = /^\s*not ok /.test(line)
    if (failing) diagnosing = true
    else if (/^\s*(ok |# Subtest)/.test(line)) diagnosing = false
    if (diagnosing || /^(not )?ok /.test(line)) console.log(line)
    if (/^# \{ total:/.test(line)) totals = line
  }
  const number = (name: string) => Number(totals.match(new RegExp(`${name}: (\\d+)`))?.[1] ?? 0)
  results.passed += number('pass')
  results.failed += number('fail')
  if (number('total') > number('pass') + number('fail')) count('every test was run', false)
  if ((await ended) !== 0 && number('fail') === 0) count('the test runner exited cleanly', false)
}
