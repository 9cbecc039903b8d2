import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import t from 'tap'

/** The import rules of docs/architecture.md, run by dependency-cruiser. */
const root = resolve(import.meta.dirname, '../..')
const config = join(root, 'test/architecture/dependency-rules.cjs')

interface Violation {
  rule: { name: string }
  from: string
  to: string
}

/** Returns the violations below a folder; the exit code only counts them. */
const cruise = (cwd: string): { totalCruised: number; violations: Violation[] } => {
  const args = ['--config', config, '--output-type', 'json', 'src', 'views', 'client']
  const command = resolve(root, 'node_modules/.bin/depcruise')
  const read = () => execFileSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  try {
    return JSON.parse(read()).summary
  } catch (error) {
    return JSON.parse((error as { stdout: string }).stdout).summary
  }
}

t.test('imports follow the rules', async t => {
  const { totalCruised, violations } = cruise(root)
  t.ok(totalCruised > 100, 'the tree was read')
  t.strictSame(
    violations.map(v => `${v.rule.name}: ${v.from} -> ${v.to}`),
    [],
  )
})

/** For each rule, a file that breaks it and what the file imports. */
const planted: Record<string, [file: string, imported: string]> = {
  'no-cycles': ['src/core/a.ts', 'src/core/b.ts'],
  'core-imports-only-core': ['src/core/up.ts', 'src/http/calls.ts'],
  'http-imports-core-and-views': ['src/http/up.ts', 'src/messages/calls.ts'],
  'rules-import-rules': ['src/access/rules/says.ts', 'src/access/texts/sentence.ts'],
  'texts-import-rules': ['src/access/texts/impure.ts', 'src/access/calls.ts'],
  'outside-imports-rules': ['src/core/outside/impure.ts', 'src/core/clock.ts'],
  'rules-npm': ['src/access/rules/npm.ts', 'pino'],
  'outside-npm': ['src/core/outside/npm.ts', 'pino'],
  'rules-node': ['src/access/rules/node.ts', 'node:fs'],
  'screens-read-no-store': ['views/pay/screen.tsx', 'src/access/store/rows.ts'],
  'islands-reach-no-server': ['views/pay/reach.island.tsx', 'views/pay/through.ts'],
  'islands-reach-no-screen': ['views/pay/screen.island.tsx', 'views/pay/screen.tsx'],
  'islands-reach-no-server-package': ['views/pay/package.island.tsx', 'views/pay/server.ts'],
  'islands-reach-no-node': ['views/pay/node.island.tsx', 'views/pay/node.ts'],
  'views-use-no-server-package': ['views/pay/server.ts', 'fastify'],
  'views-node': ['views/pay/node.ts', 'node:fs'],
  'ui-imports-no-page': ['views/ui/button.tsx', 'views/pay/screen.tsx'],
  'a-screen-imports-no-screen': ['views/home/screen.tsx', 'views/pay/screen.tsx'],
  'client-imports-islands-and-ui': ['client/boot.ts', 'views/pay/screen.tsx'],
  'nothing-imports-client': ['views/pay/client.ts', 'client/fields.ts'],
  'modules-import-no-root-value': ['src/access/root.ts', 'src/app.ts'],
  'practice-is-loaded-on-demo-only': ['src/access/practice.ts', 'src/practice/index.ts'],
  'practice-has-one-entry': ['src/practice.ts', 'src/practice/seed.ts'],
  'only-the-adapter-imports-stripe': ['src/payments/pay.ts', 'stripe'],
  'only-one-file-imports-ltijs': ['src/lti/launch.ts', 'ltijs'],
  'only-stores-import-the-database': ['src/access/query.ts', 'pg'],
  'only-routes-import-fastify': ['src/access/serve.ts', 'fastify'],
}

t.test('each rule reports a planted violation', async t => {
  const { forbidden } = createRequire(import.meta.url)(config) as { forbidden: { name: string }[] }
  const folder = mkdtempSync(join(tmpdir(), 'planted-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  write('tsconfig.json', '{}')
  write(
    'package.json',
    '{"type":"module","imports":{"#src/*":"./src/*","#views/*":"./views/*","#client/*":"./client/*"}}',
  )
  const all = { ...planted }
  for (const { name } of forbidden) {
    const low = name.match(/^(.+)-imports-nothing-above-it$/)?.[1]
    const own = name.match(/^(.+)-store-belongs-to-it$/)?.[1]
    if (own) all[name] = [`src/reach-${own}.ts`, `src/${own}/store/queries.ts`]
    if (low) all[name] = [`src/${low}/above.ts`, 'src/practice/index.ts']
  }
  for (const [, to] of Object.values(all)) if (/\//.test(to)) write(to, 'export const value = 1\n')
  for (const [from, to] of Object.values(all))
    write(
      from,
      `import * as other from '${/^(src|views|client)\//.test(to) ? `#${to}` : to}'\nexport const value = other\n`,
    )
  write('views/pay/through.ts', "import { value } from '#src/access/calls.ts'\nexport const other = value\n")
  write('src/core/b.ts', "import { value } from './a.ts'\nexport const other = value\n")
  const reported = new Set(cruise(folder).violations.map(v => v.rule.name))
  for (const { name } of forbidden) t.ok(reported.has(name), name)
})
