import { spawnSync } from 'node:child_process'
import t from 'tap'
import { isLong } from '../support/size.ts'

const PEOPLE = '50000'

t.test('every page of the back office is quick with many people, in test:long', { timeout: 1_200_000 }, t => {
  if (!isLong) {
    t.pass('left out')
    t.end()
    return
  }
  const args = ['--import=tsx', 'test/bench/run.ts', 'scale', PEOPLE]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  t.equal(status, 0, `${stdout}\n${stderr}`)
  t.match(stdout, '| Today |')
  t.end()
})
