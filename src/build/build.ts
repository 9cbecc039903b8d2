import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { serverBundle } from './bundle.ts'

/**
 * `npm run build` makes dist/: the browser's files, the server, and a ready database folder to copy. With `--if-stale`
 * only those are made whose sources changed.
 */
const root = resolve(import.meta.dirname, '../..')
const dist = join(root, 'dist')

const filesUnder = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap(name => filesUnder(join(path, name)))
    : [path]

/** Returns a hash of files and folders below the root, of those whose path matches. */
const stampOf = (parts: string[], matching = /./): string => {
  const hash = createHash('sha256').update(process.version)
  for (const file of parts.flatMap(part => filesUnder(join(root, part)))) {
    if (matching.test(relative(root, file))) hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex')
}

const buildClient = async () => {
  const { build } = await import('vite')
  const { writeFonts } = await import('./fonts.ts')
  await writeFonts(join(dist, 'fonts'))
  await build({ configFile: join(root, 'client/vite.config.ts'), logLevel: 'warn' })
  const { writeHands, writePictures } = await import('./pictures.ts')
  writePictures(join(dist, 'client'))
  writeHands(join(dist, 'client'))
  await precompress(join(dist, 'client/assets'))
}

const TEXT = /\.(js|css|svg|json)$/

/** Compresses as small as possible once, here, instead of on every request. */
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

const buildServer = async () => {
  const { build } = await import('esbuild')
  await rm(join(dist, 'server'), { recursive: true, force: true })
  await build(serverBundle(root))
}

/** Makes a database folder with the newest schema and the sample content. A first start copies it: making one takes seconds. */
const buildDatabase = async () => {
  const { openDatabase } = await import('../core/db/db.ts')
  const { migrateDatabase } = await import('#src/core/db/migrations.ts')
  const { prepareJobs } = await import('../core/jobs/queue.ts')
  const { prepareContent } = await import('../signs/content/prepare-content.ts')
  const { parseConfig } = await import('../config.ts')
  const { systemClock } = await import('../core/clock.ts')
  const half = join(dist, 'database.making')
  await rm(half, { recursive: true, force: true })
  const db = await openDatabase({ dataDir: half })
  await migrateDatabase(db, join(root, 'migrations'), prepareJobs)
  const { videoHosts } = parseConfig({})
  await prepareContent(db, { folder: join(root, 'content'), videoHosts, now: systemClock.now() })
  await db.close()
  await rm(join(dist, 'database'), { recursive: true, force: true })
  await rename(join(half, 'database'), join(dist, 'database'))
  await rm(half, { recursive: true, force: true })
}

const TOOLS = ['package-lock.json', 'tsconfig.json', 'src/build']

/** The browser's files import rules of the server and nothing else of it (test/architecture). */
const targets = [
  {
    name: 'client',
    make: buildClient,
    stamp: stampOf(['client', 'views', 'src', ...TOOLS], /^(?!src\/)|\/rules\/|^src\/build/),
  },
  { name: 'server', make: buildServer, stamp: stampOf(['src', 'views', 'package.json', ...TOOLS]) },
  {
    name: 'database',
    make: buildDatabase,
    stamp: stampOf(['migrations', 'content', 'src/core', 'src/signs', ...TOOLS]),
  },
]
const stampFile = (name: string) => join(dist, `${name}.stamp`)
const isFresh = ({ name, stamp }: (typeof targets)[number]) =>
  existsSync(stampFile(name)) && readFileSync(stampFile(name), 'utf8') === stamp

const ifStale = process.argv.includes('--if-stale')
if (!ifStale) await rm(dist, { recursive: true, force: true })
await mkdir(dist, { recursive: true })
const stale = targets.filter(target => !isFresh(target))
if (stale.length > 0)
  console.log(`Building ${stale.map(t => t.name).join(', ')}. This takes up to half a minute, once after each change.`)
await Promise.all(
  stale.map(async ({ name, make, stamp }) => {
    await rm(stampFile(name), { force: true })
    await make()
    await writeFile(stampFile(name), stamp)
  }),
)
