import { randomBytes } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
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

/**
 * Returns the state the process behind a socket reports, or null when no process listens. Counts a process that times
 * out as holding the lock.
 */
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
