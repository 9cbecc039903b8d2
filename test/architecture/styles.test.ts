import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const folder = join(import.meta.dirname, '../../client/styles')

/** Pages that share a class name also share its styles: the teacher page once got the back-office's menu styles. */
t.test('a class is defined in one style file only', async t => {
  const homes = new Map<string, string>()
  for (const file of readdirSync(folder).filter(f => f.endsWith('.css')))
    for (const [name = ''] of readFileSync(join(folder, file), 'utf8').matchAll(/^\.[a-z][a-z-]*(?=,$| \{$)/gm)) {
      if (homes.has(name) && homes.get(name) !== file) t.fail(`${name} is in ${homes.get(name)} and ${file}`)
      homes.set(name, file)
    }
  t.ok(homes.size > 50)
})
