import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'esbuild'

/** Makes dist/: the browser's side, the server in two, and a ready database folder to copy. `npm run build` */
const root = resolve(import.meta.dirname, '..')
const dist = join(root, 'dist')
const stampFile = join(dist, 'stamp')

const filesUnder = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap(name => filesUnder(join(path, name)))
    : [path]

const PARTS = ['src', 'views', 'client', 'migrations', 'content', 'package.json', 'package-lock.json', 'tsconfig.json']

/** Changes when anything that is built from changes. */
const stampOfSources = (): string => {
  const hash = createHash('sha256').update(process.version)
  for (const part of PARTS) {
    for (const file of filesUnder(join(root, part))) hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex')
}

const buildClient = async () => {
  const { build } = await import('vite')
  await build({ configFile: join(root, 'client/vite.config.ts'), logLevel: 'warn' })
  await precompress(join(dist, 'client/assets'))
}

const TEXT = /\.(js|css|svg|json)$/

/** Smallest once, here, instead of on every request. */
const precompress = async (folder: string) => {
  for (const file of filesUnder(folder).filter(f => TEXT.test(f))) {
    const bytes = await readFile(file)
    await writeFile(
      `${file}.br`,
      await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
}

/** What must stay in node_modules: WebAssembly that finds its files beside itself, and large things that few starts use. */
const external = [
  '@electric-sql/pglite',
  '@electric-sql/pglite/*',
  'pg-native',
  'pg-boss',
  'altcha-lib',
  'altcha-lib/*',
  'nodemailer',
  'stripe',
  'undici',
  'marked',
  'yaml',
  'sanitize-html',
  'csv-parse',
  'csv-parse/sync',
]

const server = join(dist, 'server')

/** What a start waits for, and all else, which it loads from there. What both need is in both: neither shares a value but by call. */
const scripts = { 'start.cjs': 'src/main.ts', 'server.cjs': 'src/commands.ts' }

const loadsTheOther: Plugin = {
  name: 'loads the other script',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/commands\.ts$/ }, () => ({ path: './server.cjs', external: true })),
}

/** Each as one function, in which a module runs when it is first asked for, and the few lines that start the first. */
const buildServer = async () => {
  const { build } = await import('esbuild')
  const shared = { bundle: true, platform: 'node', target: 'node20', minifySyntax: true, logLevel: 'warning' } as const
  const parts = Object.entries(scripts).map(([name, entry]) =>
    build({
      ...shared,
      entryPoints: [join(root, entry)],
      outfile: join(server, name),
      format: 'cjs',
      jsx: 'automatic',
      sourcemap: true,
      external,
      plugins: [loadsTheOther],
      // The half of it that draws into a text; the other one streams, and nobody here asks for that.
      alias: {
        'react-dom/server': join(root, 'node_modules/react-dom/cjs/react-dom-server-legacy.node.production.js'),
      },
      supported: { 'dynamic-import': false },
      define: {
        'process.env.NODE_ENV': '"production"',
        'import.meta.dirname': '__dirname',
        'import.meta.url': '__filename',
        // Without it pg finds out by making a Response whether this is Cloudflare, and Node loads all of fetch for it.
        navigator: '{"userAgent":"Node.js"}',
      },
      banner: { js: '(function (require, module, __filename, __dirname) {' },
      footer: { js: '})' },
    }),
  )
  const contents = "import { runCompiled } from './src/compiled.ts'; runCompiled(import.meta.dirname + '/start.cjs')"
  await build({
    ...shared,
    stdin: { contents, resolveDir: root },
    outfile: join(server, 'main.mjs'),
    format: 'esm',
  })
  await Promise.all(parts)
}

/** Pages that are drawn once before what V8 compiled is kept. */
const FIRST_PAGES = ['/readyz', '/home', '/lti/pay?token=none', '/login']

/** Runs the server once, on a copy of the database folder, and keeps what V8 compiled for it (src/compiled.ts). */
const keepCompiled = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'signbook-build-'))
  const child = fork(join(root, 'src/keep-compiled.ts'), {
    execArgv: ['--import=tsx'],
    env: {
      PATH: process.env.PATH,
      COMPILED: join(server, 'start.cjs'),
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost',
      DATA_DIR: dataDir,
      DEMO: 'off',
      APP_SECRET: 'of the build, and of nothing that serves',
      MAIL_FROM: 'build@signbook.example',
      METRICS_TOKEN: 'of the build alone',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  try {
    const lines = createInterface({ input: child.stdout! })
    for await (const line of lines) {
      const { msg, port } = JSON.parse(line)
      if (msg !== 'listening') continue
      for (const page of FIRST_PAGES) await (await fetch(`http://127.0.0.1:${port}${page}`)).text()
      child.send('keep it')
      break
    }
    const [code] = await ended
    if (code !== 0) throw new Error(`the built server ended with ${code}`)
  } finally {
    child.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A database folder with the newest schema and the sample content: making one takes seconds and 800 MB of memory, copying it a moment. */
const buildDatabase = async () => {
  const { openDatabase } = await import('./store/db.ts')
  const { migrateDatabase } = await import('./store/migrate.ts')
  const { prepareJobs } = await import('./jobs/queue.ts')
  const { prepareContent } = await import('./store/prepare-content.ts')
  const { parseConfig } = await import('./config.ts')
  const half = join(dist, 'database.making')
  await rm(half, { recursive: true, force: true })
  const db = await openDatabase({ dataDir: half })
  await migrateDatabase(db, join(root, 'migrations'), prepareJobs)
  await prepareContent(db, { folder: join(root, 'content'), videoHosts: parseConfig({}).videoHosts, now: new Date() })
  await db.close()
  await rm(join(dist, 'database'), { recursive: true, force: true })
  await rename(join(half, 'database'), join(dist, 'database'))
  await rm(half, { recursive: true, force: true })
}

const stamp = stampOfSources()
const fresh = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
if (!(process.argv.includes('--if-stale') && fresh)) {
  await rm(dist, { recursive: true, force: true })
  await mkdir(dist, { recursive: true })
  await Promise.all([buildClient(), buildServer(), buildDatabase()])
  await keepCompiled()
  await writeFile(stampFile, stamp)
}
