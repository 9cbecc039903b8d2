import type { Database } from './db.ts'

/** So long a turn waits for the others before it gives up. */
const PATIENCE_MS = 60_000

/** The connection that held the turn broke: another process may have it by now, and the work was told to stop. */
class TurnLost extends Error {}

const waiting = new Map<string, Promise<unknown>>()

/**
 * Lets one at a time do what must not be done by two at once, like calls to somebody else's service: in this process by
 * a queue, among processes by an advisory lock. A process that dies loses its turn with its connection; work whose
 * connection breaks is stopped by its signal, which it must hand to each call that it makes. The work must not wait for
 * another turn. The embedded database has one process only, and its one connection stays free.
 */
export const oneAtATime = async <T>(
  db: Database,
  name: string,
  work: (turn: AbortSignal) => Promise<T>,
): Promise<T> => {
  const before = waiting.get(name) ?? Promise.resolve()
  const mine = before.then(() => (db.kind === 'postgres' ? underLock(db, name, work) : work(neverLost)))
  const settled = mine.catch(() => {})
  waiting.set(name, settled)
  try {
    return await mine
  } finally {
    if (waiting.get(name) === settled) waiting.delete(name)
  }
}

const neverLost = new AbortController().signal

const underLock = async <T>(db: Database, name: string, work: (turn: AbortSignal) => Promise<T>): Promise<T> => {
  const client = await db.client.connect()
  let broken: Error | undefined
  const turn = new AbortController()
  const lose = () => turn.abort(new TurnLost(`the turn of ${name} was lost with its connection`))
  client.once('error', lose).once('end', lose)
  try {
    await client.query('begin')
    await client.query(`set local statement_timeout = ${PATIENCE_MS}`)
    const asked = {
      text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: [name],
      query_timeout: PATIENCE_MS + 1000,
    }
    await client.query(asked)
    turn.signal.throwIfAborted()
    return await work(turn.signal)
  } finally {
    client.off('error', lose).off('end', lose)
    await client.query('rollback').catch(error => {
      broken = error
    })
    client.release(broken)
  }
}
