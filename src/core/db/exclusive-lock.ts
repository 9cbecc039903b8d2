import type { Database } from './db.ts'

/** Maximum time to wait for the lock. */
const LOCK_TIMEOUT_MS = 60_000

/** The connection that held the lock broke, so another process may hold the lock now. */
class LockLost extends Error {}

const waiting = new Map<string, Promise<unknown>>()

/**
 * Runs `work` while no other work with the same name runs, for example calls to an outside service. Queues within this
 * process and takes an advisory lock among processes. A process that dies releases its lock with its connection. When
 * the connection breaks, the signal aborts: `work` must pass it to every call it makes. `work` must not take another
 * exclusive lock. The embedded database serves one process only and takes no lock, so its single connection stays free.
 * Throws when the lock is not free within a minute.
 */
export const withExclusiveLock = async <T>(
  db: Database,
  name: string,
  work: (turn: AbortSignal) => Promise<T>,
): Promise<T> => {
  const before = waiting.get(name) ?? Promise.resolve()
  const mine = before.then(() => (db.kind === 'postgres' ? underLock(db, name, work) : work(neverAborted)))
  const settled = mine.catch(() => {})
  waiting.set(name, settled)
  try {
    return await mine
  } finally {
    if (waiting.get(name) === settled) waiting.delete(name)
  }
}

const neverAborted = new AbortController().signal

const underLock = async <T>(db: Database, name: string, work: (turn: AbortSignal) => Promise<T>): Promise<T> => {
  const client = await db.client.connect()
  let broken: Error | undefined
  const turn = new AbortController()
  const lose = () => turn.abort(new LockLost(`the lock of ${name} was lost with its connection`))
  client.once('error', lose).once('end', lose)
  try {
    await client.query('begin')
    await client.query(`set local statement_timeout = ${LOCK_TIMEOUT_MS}`)
    const lock = {
      text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: [name],
      query_timeout: LOCK_TIMEOUT_MS + 1000,
    }
    await client.query(lock)
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
