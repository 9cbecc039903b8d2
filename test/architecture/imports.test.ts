import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import t from 'tap'

/** The import rules of docs/architecture.md, run by dependency-cruiser. */
const root = resolve(import.meta.dirname, '../..')

/** Runs a command and returns its output, ignoring the exit code, which counts violations. */
const run = (command: string, args: string[]): string => {
  try {
    return execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

t.test('imports follow the rules', async t => {
  const args = ['--config', 'test/architecture/dependency-rules.cjs', '--output-type', 'json', 'src', 'views', 'client']
  const cruise = resolve(root, 'node_modules/.bin/depcruise')
  const { summary } = JSON.parse(run(cruise, args))
  t.ok(summary.totalCruised > 100, 'the tree was read')
  t.strictSame(
    summary.violations.map(
      (v: { rule: { name: string }; from: string; to: string }) => `${v.rule.name}: ${v.from} -> ${v.to}`,
    ),
    [],
  )
})
