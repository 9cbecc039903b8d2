import type { Database } from './db.ts'

const LOCK_SPACE = 7_446_225
/** So long a turn waits for the others before it gives up; its job is then tried again. */
const PATIENCE_MS = 60_000

/**
 * Lets one piece of work at a time run under a number, in this process and in all others on the same database. A process
 * that dies loses its turn with its connection. The work must ask the database nothing that takes a turn itself.
 */
export const makeTurn = (db: Database, number: number) => {
  let last: Promise<unknown> = Promise.resolve()
  // The embedded database has one process and one connection: there the line in this process is all there is.
  const alone = db.kind === 'embedded' ? <T>(work: () => Promise<T>) => work() : locked(db, number)
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(() => alone(work))
    last = mine.catch(() => {})
    return mine
  }
}

const locked =
  (db: Database, number: number) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    const client = await db.client.connect()
    let broken: Error | undefined
    try {
      await client.query('begin')
      await client.query(`set local statement_timeout = ${PATIENCE_MS}`)
      const asked = {
        text: `select pg_advisory_xact_lock(${LOCK_SPACE}, $1)`,
        values: [number],
        query_timeout: PATIENCE_MS + 1000,
      }
      await client.query(asked)
      return await work()
    } finally {
      await client.query('rollback').catch(error => {
        broken = error
      })
      client.release(broken)
    }
  }
