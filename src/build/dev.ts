import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { context } from 'esbuild'
import { build } from 'vite'
import { startPostgres } from '#test/support/postgres.ts'
import { serverBundle } from './bundle.ts'
import { writeFonts } from './fonts.ts'
import { writeHands, writePictures } from './pictures.ts'

/**
 * `npm run dev`: builds dist/ again after every edit, without the minifying of a real build, and restarts the server.
 * Without DATABASE_URL it runs on the tests' PostgreSQL, empty at each start: opening the embedded database takes most of
 * a restart.
 */
const root = resolve(import.meta.dirname, '../..')
const database = process.env.DATABASE_URL ? null : await startPostgres()
const dist = join(root, 'dist')
for (const made of ['client.stamp', 'client', 'server.stamp', 'server'])
  await rm(join(dist, made), { recursive: true, force: true })

let server: ChildProcess | undefined
let serverEnded: Promise<unknown> | undefined
const built = { client: false, server: false }

/** Starts the server again once both sides are built. The old process ends first, since it holds the port. */
const restart = async (): Promise<void> => {
  if (!built.client || !built.server) return
  server?.kill('SIGTERM')
  await serverEnded
  server = spawn(process.execPath, ['--enable-source-maps', join(dist, 'server/main.mjs')], {
    env: database ? { DEMO: 'on', ...process.env, DATABASE_URL: database.url } : process.env,
    stdio: 'inherit',
  })
  serverEnded = once(server, 'exit')
}

let restarting = Promise.resolve()
const began = (side: keyof typeof built) => {
  built[side] = false
}
const ended = (side: keyof typeof built) => {
  built[side] = true
  restarting = restarting.then(restart)
}

await writeFonts(join(dist, 'fonts'))
writePictures(join(dist, 'client'))
writeHands(join(dist, 'client'))
const watcher = await build({
  configFile: join(root, 'client/vite.config.ts'),
  logLevel: 'warn',
  build: { watch: {}, minify: false, emptyOutDir: false },
})
if ('on' in watcher)
  watcher.on('event', event => {
    if (event.code === 'START') began('client')
    if (event.code === 'END') ended('client')
  })

const bundle = await context({
  ...serverBundle(root),
  plugins: [
    {
      name: 'restart',
      setup: ({ onStart, onEnd }) => {
        onStart(() => began('server'))
        onEnd(({ errors }) => {
          if (errors.length === 0) ended('server')
        })
      },
    },
  ],
})
const rebuild = () => bundle.rebuild().catch(() => {})
await rebuild()
// esbuild's own watch mode polls, and notices an edit up to two seconds later.
let soon: NodeJS.Timeout | undefined
for (const folder of ['src', 'views', 'content'])
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(soon)
    soon = setTimeout(rebuild, 50)
  })

const stop = async () => {
  server?.kill('SIGTERM')
  await serverEnded
  await database?.stop()
  process.exit(0)
}
process.once('SIGINT', stop).once('SIGTERM', stop)
