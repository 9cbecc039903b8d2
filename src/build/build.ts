import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { serverBundle } from './bundle.ts'

/** `npm run build` makes dist/: the browser's files, the server, and a ready database folder to copy. */
const root = resolve(import.meta.dirname, '../..')
const dist = join(root, 'dist')
const stampFile = join(dist, 'stamp')

const filesUnder = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap(name => filesUnder(join(path, name)))
    : [path]

const PARTS = ['src', 'views', 'client', 'migrations', 'content', 'package.json', 'package-lock.json', 'tsconfig.json']

/** A hash of everything that a build reads. */
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
  await build(serverBundle(root))
}

/** Makes a database folder with the newest schema and the sample content. A first start copies it: making one takes seconds. */
const buildDatabase = async () => {
  const { openDatabase } = await import('../core/db/db.ts')
  const { migrateDatabase } = await import('../core/db/migrate.ts')
  const { prepareJobs } = await import('../core/jobs/queue.ts')
  const { prepareContent } = await import('../signs/content/prepare-content.ts')
  const { parseConfig } = await import('../config.ts')
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
  console.log('Building. This takes half a minute, once after each change.')
  await rm(dist, { recursive: true, force: true })
  await mkdir(dist, { recursive: true })
  await Promise.all([buildClient(), buildServer(), buildDatabase()])
  await writeFile(stampFile, stamp)
}
