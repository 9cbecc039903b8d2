import type { Database } from './db.ts'

const waiting = new Map<string, Promise<unknown>>()

/**
 * Lets one at a time do something that lasts longer than a transaction should, like a call to somebody else's service:
 * in this process by a queue, among processes by an advisory lock on a connection of its own. The embedded database has
 * one process only, and its one connection stays free.
 */
export const oneAtATime = async <T>(db: Database, name: string, work: () => Promise<T>): Promise<T> => {
  const before = waiting.get(name) ?? Promise.resolve()
  const mine = before.then(() => (db.kind === 'postgres' ? underLock(db, name, work) : work()))
  const settled = mine.catch(() => {})
  waiting.set(name, settled)
  try {
    return await mine
  } finally {
    if (waiting.get(name) === settled) waiting.delete(name)
  }
}

const underLock = async <T>(db: Database, name: string, work: () => Promise<T>): Promise<T> => {
  const { client, release } = await db.connectPatiently()
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => {})
    await release()
  }
}
