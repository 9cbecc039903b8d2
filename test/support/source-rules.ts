import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A rule about the text of a source file. */
interface SourceRule {
  name: string
  /** Returns what breaks the rule in a file, if anything. */
  find(file: string, text: string): string[]
}

/** Every TypeScript file of the product by its path, with its text. */
export const readSources = (root: string): Map<string, string> =>
  new Map(
    ['src', 'views', 'client'].flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(name => /\.tsx?$/.test(name))
        .map((name): [string, string] => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')]),
    ),
  )

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
const matches = (text: string, pattern: RegExp): string[] =>
  [...withoutComments(text).matchAll(pattern)].map(([found]) => found.replace(/\s+/g, ' '))

const moduleOf = (file: string): string | undefined => file.match(/^src\/([^/]+)\//)?.[1]

const environment: SourceRule = {
  name: 'only main.ts and the build read process.env',
  find: (file, text) => (/^src\/(main\.ts$|build\/)/.test(file) ? [] : matches(text, /process\.env/g)),
}

const clock: SourceRule = {
  name: 'only core/clock.ts reads the clock',
  // performance.now is allowed: it measures durations and is no time of day.
  find: (file, text) => (file === 'src/core/clock.ts' ? [] : matches(text, /new Date\(\)|\bDate\.now\b|\bDate\(\)/g)),
}

const barrels: SourceRule = {
  name: 'a file repeats the names of its own stores only, and a catalogue those of its sections',
  find: (file, text) =>
    /^src\/(practice|texts\/\w+)\/index\.ts$/.test(file)
      ? []
      : matches(text, /^export\s+(?:type\s+)?(?:\*|\{[^}]*\})\s*(?:as \w+ )?from (?!'\.\/store\/)/gm),
}

/**
 * Files that write tables of other modules: a launch upserts all in one statement, joining schools moves all, erasing and encrypting again follow
 * their lists of columns, moving in writes its files, and the practice data fills every table.
 */
const WRITERS =
  /^src\/(lti\/store\/launch-1[13]\.ts|schools\/store\/join-schools\.ts|desk\/store\/(held-rows|erasures|person-scope)\.ts$|core\/reseal-secrets\.ts|moving\/store\/|practice\/)/

/** Files that build the names of their own tables. */
const BUILDERS = /^src\/(access\/store\/access-ends|signs\/store\/signs)\.ts$/

/** Maps each table, and the constant that describes it, to its module. */
const ownersIn = (sources: Map<string, string>) => {
  const tables = new Map<string, string>()
  const constants = new Map<string, string>()
  for (const [file, text] of sources)
    for (const [, constant = '', table = ''] of text.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)) {
      tables.set(table, moduleOf(file) ?? '')
      constants.set(constant, moduleOf(file) ?? '')
    }
  return { tables, constants }
}

const writers = (sources: Map<string, string>): SourceRule => {
  const { tables, constants } = ownersIn(sources)
  const isForeign = (owner: string | undefined, file: string) => owner !== undefined && owner !== moduleOf(file)
  return {
    name: 'only the owner writes its tables',
    find(file, text) {
      if (WRITERS.test(file)) return []
      const plain = withoutComments(text)
      const sql = [...plain.matchAll(/\b(?:insert into|update|delete from|truncate)\s+(\w+|\$\{)/g)]
      const built = [...plain.matchAll(/\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g)]
      return [
        ...sql.filter(([, table = '']) => (table === '${' ? !BUILDERS.test(file) : isForeign(tables.get(table), file))),
        ...built.filter(([, constant = '']) => isForeign(constants.get(constant), file)),
      ].map(([found]) => found)
    },
  }
}

export const sourceRules = (sources: Map<string, string>): SourceRule[] => [
  environment,
  clock,
  barrels,
  writers(sources),
]
