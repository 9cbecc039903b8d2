import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import t from 'tap'
import { root } from '../support/app.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

const isDocument = (file: string) => file.endsWith('.md')
const below = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => !name.includes('node_modules/'))
    .map(name => `${folder}/${name}`)

/** All documents: README.md, and those of the folders of the project. */
const documents = [
  ...readdirSync(root),
  ...['.github', 'docs', 'src', 'views', 'client', 'migrations', 'content', 'test'].flatMap(below),
].filter(isDocument)

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

t.test('each row of a table with tests names its test', t => {
  let tables = 0
  for (const file of documents)
    for (const [table, head = ''] of read(file).matchAll(/^(\|.*\|)\n\|[-| ]+\|\n(?:\|.*\n?)+/gm)) {
      if (!/\| test \|$/.test(head)) continue
      tables += 1
      for (const row of table.trim().split('\n').slice(2)) t.match(row, /test\/[\w/.-]+\.test\.ts/, row.slice(0, 60))
    }
  t.ok(tables >= 8, `${tables} tables`)
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

const PATH = /(?<![\w/.-])(?:src|views|client|test|docs|migrations|content|\.ci|\.github|\.devcontainer)\/[\w/.-]*\w/g

t.test('links in documents, and the paths and scripts they name, exist', t => {
  const { scripts } = JSON.parse(read('package.json'))
  for (const file of documents) {
    const text = read(file)
    for (const [, to = ''] of text.matchAll(/\]\((?!https?:|mailto:)([^)#]+)/g))
      t.ok(existsSync(join(root, file, '..', to)), `${file}: ${to}`)
    for (const [, script = ''] of text.matchAll(/npm run ([a-z][a-z:-]*)/g))
      t.ok(script in scripts, `${file}: npm run ${script}`)
    for (const [path] of text.matchAll(PATH)) t.ok(existsSync(join(root, path)), `${file}: ${path}`)
  }
  t.end()
})

t.test('comments name files that exist', t => {
  const files = ['src', 'views', 'client', 'test', 'migrations'].flatMap(below)
  const names = new Set(files.map(file => basename(file)))
  const missingIn = (file: string) =>
    [...read(file).matchAll(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|--).*$/gm)]
      .flatMap(([comment]) => comment.match(/(?<![\w.<-])[\w-]+(?:\.\w+)*\.tsx?\b/g) ?? [])
      .filter(name => !names.has(name))
      .map(name => `${file}: ${name}`)
  t.strictSame(files.filter(file => /\.(tsx?|sql)$/.test(file)).flatMap(missingIn), [])
  t.end()
})

t.test('the build lists all packages, and the image has the list', t => {
  const { scripts } = JSON.parse(read('package.json'))
  t.match(scripts.build, /&& npm run sbom$/)
  t.match(scripts.sbom, /^npm sbom .*--sbom-format cyclonedx .*> dist\/sbom\.cdx\.json$/)
  t.match(read('Dockerfile'), /^COPY .*dist\/sbom\.cdx\.json /m)
  t.end()
})
