import { randomBytes } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { OperatorError } from '../domain/operator-error.ts'

/** Another process has the embedded database open. The message is for the operator. */
export class DataDirInUse extends OperatorError {
  constructor(dataDir: string) {
    super(
      `The database in ${dataDir} is held by another running Signbook process. Stop that one first, give this one a DATA_DIR of its own, or use PostgreSQL (DATABASE_URL).`,
    )
  }
}

const PREFIX = 'lock.'
const ASKING = 'asking'
const HOLDING = 'holding'

/**
 * Holds a data folder for one process. Each process listens on a socket in it, under a name that never comes again, and
 * asks all others: the system drops a listener when its process dies, however it dies, so that a name nobody answers to
 * can be removed by anyone. Of those that ask at once the lowest name goes on; who was asked while asking asks again.
 */
export const lockDataDir = async (dataDir: string): Promise<{ release(): Promise<void> }> => {
  const id = randomBytes(3).toString('hex')
  const name = `${PREFIX}${id}`
  const path = join(dataDir, name)
  if (Buffer.byteLength(path) > 100) {
    throw new OperatorError(
      `DATA_DIR: ${dataDir} is too long a path for the embedded database; use one under 88 characters`,
    )
  }
  let state = ASKING
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
    // It gets its name when it answers, so that a name without an answer is always a dead one.
    await rename(join(dataDir, `new.${id}`), path)
    for (let before = -1; before !== asked; ) {
      before = asked
      for (const other of (await readdir(dataDir)).filter(n => n.startsWith(PREFIX) && n !== name)) {
        const said = await ask(join(dataDir, other))
        if (said === null) await rm(join(dataDir, other), { force: true })
        else if (said !== ASKING || other < name) throw new DataDirInUse(dataDir)
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
const PATIENCE_MS = 2000

/** What the process behind a socket says; null when there is none. One that is busy and says nothing holds its folder. */
const ask = (path: string): Promise<string | null> =>
  new Promise(done => {
    let said = ''
    const socket = connect(path)
    const end = (answer: string | null) => {
      socket.destroy()
      done(answer)
    }
    socket
      .on('data', text => {
        said += text
      })
      .on('end', () => end(said))
      .on('error', (error: NodeJS.ErrnoException) => end(DEAD.includes(error.code ?? '') ? null : HOLDING))
      .setTimeout(PATIENCE_MS, () => end(HOLDING))
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
