import t from 'tap'
import { compiledName } from './support/compile-tests.ts'

/**
 * Runs test files through tap's API, four at once, each in its own process, compiled once for all. tap's own command
 * has every process load its compiler and its coverage recorder: four small files took 14 s of CPU that way, 6.6 s with
 * tsx alone and 2 s like this. React's development build would render ten times slower than the one that users get.
 */
const names = process.argv.slice(2)
const { TEST_COMPILED: folder = '', TEST_LONG: isLong } = process.env
const minutes = isLong ? 30 : 15

process.on('SIGINT', () => process.exit(130))
t.setTimeout(0)
t.jobs = 4
for (const name of names) {
  const command = [process.execPath, '--enable-source-maps', compiledName(folder, name)]
  t.spawn('env', ['--unset=NODE_OPTIONS', 'NODE_ENV=production', `TAP_TIMEOUT=${minutes * 60}`, ...command], {
    name,
    buffered: true,
    timeout: minutes * 60_000,
  })
}
