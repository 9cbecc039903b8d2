import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { loadAssets } from '#src/http/pages.ts'
import { screens } from '#views/index.ts'
import { hrefs, paths } from '#views/paths.ts'
import { root, testApp } from '../support/app.ts'
import { agree, openPay } from '../support/form.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'
import { joinable } from '../support/sign-up.ts'

/** Byte limits are exact. Students have old devices, and a class shares the school's network. */
const HTML = 14 * 1024
/** React with its DOM is 69 kB of it. A captcha provider's script loads at the first input. */
const SCRIPT = 81_500
/** Files of scripts: code of all islands, code of forms, the island, its texts, the shared texts, and client/page.ts, which does not wait for React. */
const SCRIPTS = 6
/** Pages to learn signs: the facts of each sign, its player, drawn hands that play, and the texts of one language. */
const SIGNS = 89_000
/** The sign-in of staff, with passkeys and a new code. */
const LOGIN = 83_800
/** The longest form: three steps, with ten rules checked in the browser too. */
const SIGN_UP = 87_900

const LIMITS = new Map<string, number>([
  [paths.dictionary, SIGNS],
  [paths.fingerspelling, SIGNS],
  [paths.fingerspellingDrill, SIGNS],
  [paths.login, LOGIN],
])

const clientFolder = resolve(root, 'dist/client')
const assets = loadAssets(clientFolder)

/** Returns the scripts a page loads, and their gzipped size. */
const scriptsOf = (body: string): { files: string[]; bytes: number } => {
  const files = [...body.matchAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="\/([^"]+\.js)"/g)].map(
    m => m[1]!,
  )
  const bytes = files.map(f => gzipSync(readFileSync(join(clientFolder, f)), { level: 9 }).length)
  return { files, bytes: bytes.reduce((sum, n) => sum + n, 0) }
}

/** Returns a chunk of the server with all chunks that it imports statically, by file. */
const withImports = (file: string, found = new Map<string, string>()): Map<string, string> => {
  if (found.has(file)) return found
  const code = readFileSync(file, 'utf8')
  found.set(file, code)
  for (const [, name = ''] of code.matchAll(/(?:^import|from) "(\.[^"]+\.mjs)";$/gm))
    withImports(resolve(dirname(file), name), found)
  return found
}

t.test('the practice servers are in chunks of their own, which production never loads', async t => {
  const folder = resolve(root, 'dist/server')
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter(name => name.endsWith('.mjs'))
  const holding = (source: string) =>
    files.map(name => join(folder, name)).filter(file => readFileSync(file, 'utf8').includes(`\n// ${source}`))
  t.strictSame(holding('src/practice/emulators/'), [join(folder, 'practice.mjs')])
  for (const source of ['src/main.ts', 'src/app.ts']) {
    const [entry = ''] = holding(source)
    const loaded = [...withImports(entry).values()].join('')
    t.match(loaded, `// ${source}`)
    t.notMatch(loaded, '// src/practice/emulators/', source)
  }
})

t.test('the payment page stays within its limits in every step', async t => {
  const app = await testApp(t, { assets })
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A', 'B'], { contextId: 'ctx-1', title: 'American Sign Language 1 and 2, Fall' })
  const { token } = await launch(app, school.key)
  await agree(app, token)
  for (const step of [undefined, 'coupons']) {
    const { body } = await openPay(app, token, step)
    const html = Buffer.byteLength(body)
    t.ok(html <= HTML, `${step ?? 'agree'}: ${html} bytes of HTML`)
    const { files, bytes } = scriptsOf(body)
    t.equal(files.length, SCRIPTS, files.join())
    t.ok(bytes <= SCRIPT, `${step ?? 'agree'}: ${bytes} bytes of script, gzipped`)
  }
})

/** APIs newer than Safari 14; the build translates syntax only. */
const YOUNGER = /\.at\(|\.findLast|\.to(Sorted|Reversed|Spliced)\(|\.hasOwn\(|structuredClone\(|randomUUID\(/

t.test('no script needs APIs that old school tablets lack', async t => {
  const folder = join(clientFolder, 'assets')
  const scripts = readdirSync(folder).filter(file => file.endsWith('.js'))
  t.ok(scripts.length > 10)
  for (const file of scripts) t.equal(readFileSync(join(folder, file), 'utf8').match(YOUNGER)?.[0], undefined, file)
})

/** The dictionary with the player of signs, without what all islands share. */
const PLAYER = 9600

t.test('the dictionary and its player stay within their limit', t => {
  const folder = join(clientFolder, 'assets')
  const own = readdirSync(folder).filter(file => /^dictionary\.island-.*\.js$/.test(file))
  t.equal(own.length, 1)
  const bytes = gzipSync(readFileSync(join(folder, own[0]!)), { level: 9 }).length
  t.ok(bytes <= PLAYER, `${bytes} bytes, gzipped`)
  t.end()
})

t.test('the sign-up page stays within its limit', async t => {
  const app = await testApp(t, { assets })
  const { course } = await joinable(app)
  const { body } = await app.server.inject({ url: hrefs.verify(course.joinToken) })
  const { files, bytes } = scriptsOf(body)
  t.ok(files.length > 1)
  t.ok(bytes <= SIGN_UP, `${bytes} bytes of script, gzipped`)
})

/** The page of a word with nine letters of its own, compressed as it is sent. */
const SPELLED = 15_500

t.test('a spelled word stays within its limit, each letter drawn once', async t => {
  const app = await testApp(t, { assets })
  const url = hrefs.fingerspelling('CHRISTOPHER')
  const { body } = await app.server.inject({ url })
  const symbols = [...body.matchAll(/<symbol id="(\w+)"/g)].map(m => m[1])
  t.strictSame(symbols, [...'CHRISTOPE'])
  const { rawPayload } = await app.server.inject({ url, headers: { 'accept-encoding': 'br' } })
  const bytes = rawPayload.length
  t.ok(bytes <= SPELLED, `${bytes} bytes`)
})

/** Height of a frame, typed text while the language changes, Terms and Privacy in a dialog. */
const PAGE = /page-/
const PAGE_BYTES = 1600

t.test(
  'a page without islands has no script but that of every page, and one with islands only their scripts',
  async t => {
    const app = await testApp(t, { assets })
    for (const path of screens.flatMap(screen => screen.path).filter(path => !path.includes(':'))) {
      const { body, statusCode } = await app.server.inject({ url: path })
      if (statusCode >= 300 && statusCode < 400) continue
      const { files, bytes } = scriptsOf(body)
      const limit = LIMITS.get(path) ?? SCRIPT
      if (body.includes('data-island=')) t.ok(bytes <= limit, `${path}: ${bytes} bytes of script, gzipped`)
      else {
        t.strictSame(
          files.filter(file => !PAGE.test(file)),
          [],
          path,
        )
        t.ok(bytes <= PAGE_BYTES, `${path}: ${bytes} bytes of script, gzipped`)
      }
      t.notMatch(body, /<script(?![^>]* src=)/, `${path}: nothing inline`)
    }
  },
)
