import { randomBytes } from 'node:crypto'
import { cp, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import type { PoolConfig } from 'pg'
import pg from 'pg'
import { makeFolder } from '../folders.ts'
import { OperatorError } from '../rules/operator-error.ts'

/** Thrown when another process holds the embedded database. The message is meant for the operator. */
class DataDirInUse extends OperatorError {
  constructor(dataDir: string) {
    super(
      `The database in ${dataDir} is in use by another running Signbook process. Stop that process first, set another DATA_DIR for this one, or use PostgreSQL (DATABASE_URL).`,
    )
  }
}

const PREFIX = 'lock.'
const STARTING = 'asking'
const HOLDING = 'holding'

/**
 * Locks a data folder for one process. Throws DataDirInUse when another process holds it.
 * Each process listens on a Unix socket in the folder, under a random name, and queries all other sockets. The
 * operating system closes a listener when its process dies, so a socket that nobody answers is stale and anyone may
 * remove it. When several processes start at once, the lowest name wins; a process that was queried meanwhile checks
 * again.
 */
export const lockDataDir = async (dataDir: string): Promise<{ release(): Promise<void> }> => {
  const id = randomBytes(3).toString('hex')
  const name = `${PREFIX}${id}`
  const path = join(dataDir, name)
  if (Buffer.byteLength(path) > 100) {
    throw new OperatorError(
      `DATA_DIR: ${dataDir} is too long for the embedded database; use a path under 88 characters`,
    )
  }
  let state = STARTING
  let asked = 0
  const server = await listen(join(dataDir, `new.${id}`), socket => {
    asked++
    socket.end(state)
  })
  const release = async () => {
    await rm(path, { force: true })
    await new Promise(done => server.close(done))
  }
  try {
    // Rename only once the server listens, so that a name without an answer is always stale.
    await rename(join(dataDir, `new.${id}`), path)
    for (let before = -1; before !== asked; ) {
      before = asked
      for (const other of (await readdir(dataDir)).filter(n => n.startsWith(PREFIX) && n !== name)) {
        const reply = await queryState(join(dataDir, other))
        if (reply === null) await rm(join(dataDir, other), { force: true })
        else if (reply !== STARTING || other < name) throw new DataDirInUse(dataDir)
      }
    }
    state = HOLDING
    return { release }
  } catch (error) {
    await release()
    throw error
  }
}

const DEAD = ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE']
const ANSWER_TIMEOUT_MS = 2000

/** Returns the state of the process behind a socket; null without one. One that times out holds the lock. */
const queryState = (path: string): Promise<string | null> =>
  new Promise(done => {
    let reply = ''
    const socket = connect(path)
    const end = (answer: string | null) => {
      socket.destroy()
      done(answer)
    }
    socket
      .on('data', text => {
        reply += text
      })
      .on('end', () => end(reply))
      .on('error', (error: NodeJS.ErrnoException) => end(DEAD.includes(error.code ?? '') ? null : HOLDING))
      .setTimeout(ANSWER_TIMEOUT_MS, () => end(HOLDING))
  })

const listen = (path: string, answer: (socket: Socket) => void): Promise<Server> =>
  new Promise((done, fail) => {
    const server = createServer(socket => {
      socket.on('error', () => {})
      answer(socket)
    })
    server.unref()
    server.once('error', fail).listen(path, () => done(server))
  })

export type Embedded = Awaited<ReturnType<typeof openEmbedded>>

/**
 * Opens PostgreSQL as WebAssembly in a folder, behind node-postgres: one connection, one query at a time, one process.
 * It survives `kill -9`. It does not sync to disk, so a power failure may lose the last transactions. Throws
 * DataDirInUse, or OperatorError when the database cannot be opened.
 */
export const openEmbedded = async (dataDir: string, template?: string) => {
  await makeFolder(dataDir)
  await demandSpace(dataDir)
  const lock = await lockDataDir(dataDir)
  const folder = join(dataDir, 'database')
  try {
    if (template && !(await exists(folder)) && (await exists(template))) await copyAtomically(template, folder)
    const database = await PGlite.create({ dataDir: folder }).catch(cause => {
      throw new OperatorError(
        `DATA_DIR: the database in ${dataDir} cannot be opened; restore the folder from a backup`,
        { cause },
      )
    })
    return {
      poolConfig: poolConfigOf(database),
      /** Returns a consistent copy of the folder as a gzipped tar. */
      dump: async (): Promise<Buffer> => Buffer.from(await (await database.dumpDataDir('gzip')).arrayBuffer()),
      close: async (): Promise<void> => {
        await database.close()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** PGlite reports a full disk as damage, so the space is checked before. */
const LEAST_BYTES = 50 * 2 ** 20

const demandSpace = async (dataDir: string) => {
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < LEAST_BYTES) throw new OperatorError(`DATA_DIR: the disk of ${dataDir} is full; make room`)
}

/** Makes the database of a folder from a dump. Throws OperatorError if the folder has one or the dump is damaged. */
export const fillEmbedded = async (dataDir: string, dump: Blob): Promise<void> => {
  await makeFolder(dataDir)
  const lock = await lockDataDir(dataDir)
  const folder = join(dataDir, 'database')
  try {
    if (await exists(folder))
      throw new OperatorError(`restore: ${dataDir} already has a database; move it, or set another DATA_DIR`)
    const partial = `${folder}.restoring`
    await rm(partial, { recursive: true, force: true })
    const database = await PGlite.create({ dataDir: partial, loadDataDir: dump }).catch(async cause => {
      await rm(partial, { recursive: true, force: true })
      throw new OperatorError('restore: the file is no backup of the embedded database', { cause })
    })
    await database.close()
    await rename(partial, folder)
  } finally {
    await lock.release()
  }
}

/** Copies to a temporary name first, so that an interrupted copy is never used as a database. */
const copyAtomically = async (from: string, to: string) => {
  const partial = `${to}.copying`
  await rm(partial, { recursive: true, force: true })
  await cp(from, partial, { recursive: true })
  await rename(partial, to)
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * Gives each pool client a connection of its own. The pool ends a client after a failed statement, and a shared connection
 * would pass that end on to the next client. Statements prepared in the database outlive a client, so their list is shared.
 */
const poolConfigOf = (database: PGlite): PoolConfig => {
  const { connection: first, ...config } = createPgConfig(database)
  const { parsedStatements } = first
  class EmbeddedClient extends pg.Client {
    constructor(given: pg.ClientConfig = {}) {
      const { connection } = createPgConfig(database)
      const own = { connection: Object.assign(fitted(connection), { parsedStatements }) }
      // pg accepts a connection, but its types do not list it.
      super({ ...given, ...own } as pg.ClientConfig)
    }
  }
  return { ...config, Client: EmbeddedClient }
}

type Connection = ReturnType<typeof createPgConfig>['connection']

/**
 * Replaces a `types` object with an empty list: drizzle passes an object, and the PGlite adapter expects an array of
 * type ids. Says only in a later turn of the event loop that it is ready for the next statement: PGlite answers within one
 * turn, so a long job would keep the server from answering anybody.
 */
const fitted = (connection: Connection): Connection => {
  const parse = connection.parse.bind(connection)
  const emit = connection.emit.bind(connection)
  connection.parse = query => parse({ ...query, types: Array.isArray(query.types) ? query.types : [] })
  connection.emit = (event, ...given) =>
    event === 'readyForQuery' ? Boolean(setImmediate(emit, event, ...given)) : emit(event, ...given)
  return connection
}
