import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { root } from '../support/app.ts'

const EXPORTED = /^export (?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm
const IMPORTED =
  /^(?:import|export) (?:type )?(?:\w+, )?(?:\{([^}]*)\}|\* as \w+) from '([#.][^']+)'|\bimport\('([#.][^']+)'\)/gm

/** Returns the path of an imported file from the root. */
const resolvePath = (file: string, path: string): string =>
  path.startsWith('#') ? path.slice(1) : join(dirname(file), path)

/** Every TypeScript file of the product and the tests, by its path. */
const readAll = (): Map<string, string> =>
  new Map(
    ['src', 'views', 'client', 'test'].flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(name => /\.m?tsx?$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
        .map((name): [string, string] => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')]),
    ),
  )

/** Lists exports that no other file imports. `import *` and a dynamic import take all of a file. */
const unusedExports = (files: Map<string, string>): string[] => {
  const imported = new Set<string>()
  for (const [file, text] of files)
    for (const [, names = '*', path = '', loaded = path] of text.matchAll(IMPORTED))
      for (const name of names.split(','))
        imported.add(`${resolvePath(file, loaded)}: ${name.trim().replace(/^type | as .*/g, '')}`)
  return [...files].flatMap(([file, text]) =>
    [...text.matchAll(EXPORTED)]
      .map(([, name]) => `${file}: ${name}`)
      .filter(exported => !imported.has(exported) && !imported.has(`${file}: *`)),
  )
}

t.test('every export is used by another file', t => {
  t.strictSame(unusedExports(readAll()), [])
  t.end()
})

t.test('reports a planted export that nobody uses', t => {
  const planted = new Map([
    ['src/a.ts', 'export const used = 1\nexport interface Unused {}'],
    ['src/b.ts', "import { used } from './a.ts'\nconst Unused = 2"],
  ])
  t.strictSame(unusedExports(planted), ['src/a.ts: Unused'])
  t.end()
})
