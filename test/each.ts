import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import t from 'tap'
import { compileAll } from './support/compiled.ts'

/**
 * Runs test files, two at a time, each in its own process. tap's own command loads a coverage recorder into every
 * process, which took longer than most tests and is not used here.
 */
const root = resolve(import.meta.dirname, '..')
const asked = process.argv.slice(2)
const minutes = process.env.TEST_LONG ? 30 : 15

const filesIn = (path: string): string[] =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path))
        .sort()
        .flatMap(name => filesIn(join(path, name)))
        .filter(name => /\.test\.tsx?$/.test(name))
    : [path]

const missing = asked.filter(path => !existsSync(join(root, path)))
if (missing.length > 0) {
  console.error(`There is no ${missing.join(', ')}.`)
  process.exit(1)
}

const { folder, outOf } = await compileAll(root)
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.on('SIGINT', () => process.exit(130))
t.setTimeout(0)
t.jobs = 2
for (const name of (asked.length ? asked : ['test']).flatMap(filesIn)) {
  const command = [process.execPath, '--enable-source-maps', outOf(join(root, name))]
  t.spawn('env', ['--unset=NODE_OPTIONS', `TAP_TIMEOUT=${minutes * 60}`, ...command], {
    cwd: root,
    name,
    buffered: true,
    timeout: minutes * 60_000,
  })
}
