import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const folder = join(import.meta.dirname, '../../client/styles')

/** Two pages that give a part the same name draw each other's: the teacher page once took the back-office's rail. */
t.test('a class of its own is drawn in one style file', async t => {
  const homes = new Map<string, string>()
  for (const file of readdirSync(folder).filter(f => f.endsWith('.css')))
    for (const [name = ''] of readFileSync(join(folder, file), 'utf8').matchAll(/^\.[a-z][a-z-]*(?=,$| \{$)/gm)) {
      if (homes.has(name) && homes.get(name) !== file) t.fail(`${name} stands in ${homes.get(name)} and ${file}`)
      homes.set(name, file)
    }
  t.ok(homes.size > 50)
})
