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
  }
  t.end()
})
