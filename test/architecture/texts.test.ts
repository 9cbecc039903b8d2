import { dirname, join } from 'node:path'
import t from 'tap'
import { languages } from '#src/core/rules/language.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { root } from '../support/app.ts'
import { readSources } from '../support/source-rules.ts'

const CATALOGUES = 'src/texts/'
const isCatalogue = (file: string) => languages.some(language => file.startsWith(`${CATALOGUES}${language}/`))

/** Lists the paths of all texts in a catalogue, like `pay.failed.title`. */
const pathsOf = (of: object, at = ''): string[] =>
  Object.entries(of).flatMap(([key, value]) =>
    typeof value === 'object' ? pathsOf(value, `${at}${key}.`) : [`${at}${key}`],
  )

/** Lists the texts whose key is a word in no source. A text may be found by a variable that holds its key. */
const unusedTexts = (catalogue: object, sources: Map<string, string>): string[] => {
  const words = new Set([...sources].flatMap(([file, text]) => (isCatalogue(file) ? [] : (text.match(/\w+/g) ?? []))))
  return pathsOf(catalogue).filter(path => path.split(/[.-]/).some(key => !words.has(key)))
}

const english = textsIn('en')

t.test('every language has every text, and none has another', async t => {
  for (const language of languages) {
    t.strictSame(pathsOf(textsIn(language)).sort(), pathsOf(english).sort(), language)
    const empty = (of: object): string[] =>
      Object.entries(of).flatMap(([key, value]) => (typeof value === 'object' ? empty(value) : value === '' ? key : []))
    t.strictSame(empty(textsIn(language)), [], `${language}: no text is empty`)
  }
})

t.test('every text is used', async t => {
  t.strictSame(unusedTexts(english, readSources(root)), [])
  const planted = new Map([['views/a.tsx', 'texts.used']])
  t.strictSame(unusedTexts({ used: 'x', part: { unused: 'x' } }, planted), ['part.unused'], 'reports a planted one')
})

t.test('the sentence for a wrong code is written once in each language', async t => {
  const sources = readSources(root)
  for (const language of languages) {
    const { wrongCode } = textsIn(language).ui
    const files = [...sources].filter(([, text]) => text.includes(wrongCode)).map(([file]) => file)
    t.strictSame(files, [`${CATALOGUES}${language}/pages/ui.ts`], language)
  }
})

/** Lists what a file imports from views, with what these files import. */
const withImports = (file: string, sources: Map<string, string>, found = new Set<string>()): Set<string> => {
  const text = sources.get(file)
  if (!text || found.has(file)) return found
  found.add(file)
  for (const [, type, name = ''] of text.matchAll(/^(?:import|\})( type)?[^;\n]* from '(\.[^']+)'/gm))
    if (!type) withImports(join(dirname(file), name), sources, found)
  return found
}

/** Lists the sections that an island or one of its parts uses, but does not name. */
const missingSections = (island: string, sources: Map<string, string>): string[] => {
  const named = sources.get(island)?.match(/^export default island\([^[]*\[(.*)\]\)/m)?.[1] ?? ''
  const parts = [...withImports(island, sources)].map(file => sources.get(file) ?? '')
  const used = parts.flatMap(text => [...text.matchAll(/useTexts\('(\w+)'\)/g)].map(([, section = '']) => section))
  const server = parts.some(text => text.includes('useServerTexts(')) ? ['a section of the server'] : []
  return [...new Set(used)].filter(section => !named.includes(`'${section}'`)).concat(server)
}

t.test('an island names the sections of the texts that it uses', async t => {
  const sources = readSources(root)
  const islands = [...sources.keys()].filter(file => file.endsWith('.island.tsx'))
  t.ok(islands.length > 20)
  for (const island of islands) t.strictSame(missingSections(island, sources), [], island)
  const planted = new Map([
    ['views/a.island.tsx', "import { Part } from './part.tsx'\nexport default island('a', A, ['ui'])"],
    ['views/part.tsx', "useTexts('ui')\nuseTexts('pay')"],
  ])
  t.strictSame(missingSections('views/a.island.tsx', planted), ['pay'], 'reports a planted one')
})
