import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import t from 'tap'
import { compiledName } from './support/compile-tests.ts'

/**
 * Runs test files through tap's API, four at once, each in its own process, compiled once for all. tap's own command
 * has every process load its compiler and its coverage recorder: four small files took 14 s of CPU that way, 6.6 s with
 * tsx alone and 2 s like this.
 */
const root = resolve(import.meta.dirname, '..')
const asked = process.argv.slice(2)
const { TEST_COMPILED: folder = '', TEST_LONG: isLong } = process.env
const minutes = isLong ? 30 : 15

const filesIn = (path: string): string[] =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path))
        .sort()
        .flatMap(name => filesIn(join(path, name)))
        .filter(name => /\.test\.tsx?$/.test(name))
    : [path]

process.on('SIGINT', () => process.exit(130))
t.setTimeout(0)
t.jobs = 4
for (const name of (asked.length ? asked : ['test']).flatMap(filesIn)) {
  const command = [process.execPath, '--enable-source-maps', compiledName(folder, name)]
  t.spawn('env', ['--unset=NODE_OPTIONS', `TAP_TIMEOUT=${minutes * 60}`, ...command], {
    cwd: root,
    name,
    buffered: true,
    timeout: minutes * 60_000,
  })
}
