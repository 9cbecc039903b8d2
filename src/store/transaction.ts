import { type Database, ormOver, type Tx } from './db.ts'

const RETRIES = 3

/** Thrown by work that saw the ground shift under it, to be run again from the start. */
export class TryAgain extends Error {}

/** Thrown by work of which nothing shall stay; its outcome is answered all the same. */
export class Undo extends Error {
  readonly outcome: unknown
  constructor(outcome: unknown) {
    super('undone on purpose')
    this.outcome = outcome
  }
}

/** deadlock_detected and serialization_failure: the database chose us to give way (rules.md B1). */
const gaveWay = (error: unknown): boolean => {
  const code = sqlState(error)
  return error instanceof TryAgain || code === '40P01' || code === '40001'
}

/** The SQLSTATE of a failed query, also where drizzle has wrapped it. */
const sqlState = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : sqlState(error.cause)
}

/** Runs `work` in one transaction; all of it is run again, at most three times, when the database asks us to give way. */
export const inTransaction = async <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await once(db, work)
    } catch (error) {
      if (error instanceof Undo) return error.outcome as T
      if (!gaveWay(error) || attempt >= RETRIES) throw error
    }
  }
}

const once = async <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const client = await db.client.connect()
  try {
    await client.query('begin')
    const after: (() => void)[] = []
    const result = await work({ client, orm: ormOver(client), afterCommit: done => after.push(done) })
    await client.query('commit')
    client.release()
    for (const done of after) done()
    return result
  } catch (error) {
    // A connection that cannot roll back is thrown away: its transaction ends with it.
    await client.query('rollback').then(
      () => client.release(),
      broken => client.release(broken),
    )
    throw error
  }
}
