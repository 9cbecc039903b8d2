import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Makes dist/: the browser's side, the server in one file, and a ready database folder to copy. `npm run build` */
const root = resolve(import.meta.dirname, '..')
const dist = join(root, 'dist')
const stampFile = join(dist, 'stamp')

const filesUnder = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap(name => filesUnder(join(path, name)))
    : [path]

/** Changes when anything that is built from changes. */
const stampOfSources = (): string => {
  const hash = createHash('sha256').update(process.version)
  for (const part of ['src', 'views', 'client', 'migrations', 'package-lock.json', 'tsconfig.json']) {
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

/** What must stay in node_modules: WebAssembly that finds its files beside itself, and what is loaded on first use. */
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

const buildServer = async () => {
  const { build } = await import('esbuild')
  await build({
    entryPoints: [join(root, 'src/main.ts')],
    outdir: join(dist, 'server'),
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    jsx: 'automatic',
    minifySyntax: true,
    sourcemap: true,
    external,
    define: { 'process.env.NODE_ENV': '"production"' },
    // CommonJS packages inside an ES module still ask for require and __dirname.
    banner: {
      js: "import{createRequire as __cr}from'node:module';import{dirname as __dn}from'node:path';import{fileURLToPath as __fu}from'node:url';const require=__cr(import.meta.url);const __filename=__fu(import.meta.url);const __dirname=__dn(__filename);",
    },
    logLevel: 'warning',
  })
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
  await writeFile(stampFile, stamp)
}
