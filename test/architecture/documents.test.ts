import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../support/app.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

t.test('docs/dependencies.md explains every dependency and names no others', t => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json'))
  const section =
    read('docs/dependencies.md')
      .split(/^## /m)
      .find(s => s.startsWith('Dependencies')) ?? ''
  const named = section
    .split('\n')
    .filter(line => line.startsWith('- '))
    .flatMap(line => [...(line.split(' — ')[0] ?? '').matchAll(/\*\*(.+?)\*\*/g)].map(m => m[1]))
  t.strictSame(named.toSorted(), Object.keys({ ...dependencies, ...devDependencies }).toSorted())
  for (const version of Object.values({ ...dependencies, ...devDependencies }))
    t.match(version, /^\d/, 'pinned, so that the tested version is installed')
  t.end()
})

/** Licences that permit use in a closed product. rasha (MPL-2.0) is used unchanged. */
const permitted =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|OFL-1\.1|MPL-2\.0|\(MIT OR CC0-1\.0\))$/

t.test('every package of the product has a permitted licence', t => {
  const { packages } = JSON.parse(read('package-lock.json'))
  for (const [path, { dev, license }] of Object.entries<{ dev?: boolean; license?: string }>(packages))
    if (path && !dev) t.match(license, permitted, path)
  t.end()
})

t.test('workflows run with least permissions, and actions are pinned by digest', t => {
  const folder = join(root, '.github/workflows')
  for (const name of readdirSync(folder)) {
    const workflow = read(`.github/workflows/${name}`)
    t.match(workflow, /^permissions:\n {2}contents: read\n\S/m, `${name} may only read`)
    for (const [, action] of workflow.matchAll(/uses: (\S+)/g)) t.match(action, /@[0-9a-f]{40}$/)
  }
  t.end()
})

t.test('each token and threat of docs/security.md names its test', t => {
  const rows = read('docs/security.md')
    .split('\n')
    .filter(line => line.startsWith('| ') && !line.startsWith('| who') && !line.startsWith('|---'))
  const table = rows.slice(rows.findIndex(row => row.startsWith('| token')))
  for (const row of table) if (!/\| test \|$/.test(row)) t.match(row, /test\/[\w/.-]+\.test\.ts/, row.slice(0, 60))
  t.end()
})

t.test('each top folder and each folder of src has a README of at most 15 lines', t => {
  const folders = ['src', 'client', 'views', 'migrations', 'content', 'test', 'test/bench']
  const inSrc = readdirSync(join(root, 'src')).filter(name => statSync(join(root, 'src', name)).isDirectory())
  for (const folder of [...folders, ...inSrc.map(name => `src/${name}`)]) {
    const file = `${folder}/README.md`
    if (!t.ok(existsSync(join(root, file)), `${file} exists`)) continue
    const lines = read(file).trimEnd().split('\n').length
    t.ok(lines <= 15, `${file}: ${lines} lines`)
  }
  t.end()
})

t.test('links in documents, and the scripts they name, exist', t => {
  const { scripts } = JSON.parse(read('package.json'))
  for (const file of [
    'README.md',
    ...readdirSync(join(root, 'docs'))
      .filter(f => f.endsWith('.md'))
      .map(f => `docs/${f}`),
  ]) {
    const text = read(file)
    for (const [, to = ''] of text.matchAll(/\]\((?!https?:)([^)#]+)/g))
      t.ok(existsSync(join(root, file, '..', to)), `${file}: ${to}`)
    for (const [, script = ''] of text.matchAll(/npm run ([a-z:]+)/g))
      t.ok(script in scripts, `${file}: npm run ${script}`)
    for (const [test] of text.matchAll(/\btest\/[\w/.-]+\.tsx?\b/g))
      t.ok(existsSync(join(root, test)), `${file}: ${test}`)
  }
  t.end()
})
