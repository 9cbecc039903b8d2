import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../support/app.ts'

const EXPORTED = /^export (?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm

/** Every TypeScript file of the product and the tests, by its path. */
const readAll = (): Map<string, string> =>
  new Map(
    ['src', 'views', 'client', 'test'].flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(name => /\.m?tsx?$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
        .map((name): [string, string] => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')]),
    ),
  )

/** Lists exports whose name is in no other file. */
const unusedExports = (files: Map<string, string>): string[] => {
  const holders = new Map<string, Set<string>>()
  for (const [file, text] of files)
    for (const [word] of text.matchAll(/\w+/g)) holders.set(word, (holders.get(word) ?? new Set()).add(file))
  return [...files].flatMap(([file, text]) =>
    [...text.matchAll(EXPORTED)].flatMap(([, name = '']) =>
      holders.get(name)?.size === 1 ? [`${file}: ${name}`] : [],
    ),
  )
}

t.test('every export is used by another file', t => {
  t.strictSame(unusedExports(readAll()), [])
  t.end()
})

t.test('reports a planted export that nobody uses', t => {
  const planted = new Map([
    ['src/a.ts', 'export const used = 1\nexport interface Unused {}'],
    ['src/b.ts', "import { used } from './a.ts'"],
  ])
  t.strictSame(unusedExports(planted), ['src/a.ts: Unused'])
  t.end()
})
