import { recordOf } from '../rules/guards.ts'
import { type Database, ormOver, type Tx } from './db.ts'

const RETRIES = 3

/** Thrown by work when a concurrent write changed the rows it read. The transaction is retried. */
export class RetryTransaction extends Error {}

/** Thrown by work to roll back its transaction. `inTransaction` then returns `outcome` instead of throwing. */
export class Rollback extends Error {
  readonly outcome: unknown
  constructor(outcome: unknown) {
    super('rolled back on purpose')
    this.outcome = outcome
  }
}

/** Returns whether a row that the query refers to is gone: 23503 is foreign_key_violation. */
export const isMissingReference = (error: unknown): boolean => sqlState(error) === '23503'

/** Returns whether a unique value is taken: 23505 is unique_violation. */
export const isDuplicate = (error: unknown): boolean => sqlState(error) === '23505'

/** Returns whether to run work again. 40P01 is deadlock_detected, 40001 is serialization_failure. */
export const isRetryable = (error: unknown): boolean => {
  const code = sqlState(error)
  return error instanceof RetryTransaction || code === '40P01' || code === '40001'
}

/** Returns the SQLSTATE of a failed query, including when drizzle has wrapped the error. */
const sqlState = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const { code } = recordOf(error)
  return typeof code === 'string' ? code : sqlState(error.cause)
}

/**
 * Runs `work` in one transaction. Retries it from the start up to three times after a deadlock, a serialization failure
 * or RetryTransaction, so `work` must not have side effects outside the database.
 */
export const inTransaction = async <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptTransaction(db, work)
    } catch (error) {
      // Work throws the outcome that it would return.
      if (error instanceof Rollback) return error.outcome as T
      if (!isRetryable(error) || attempt >= RETRIES) throw error
    }
  }
}

const attemptTransaction = async <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> => {
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
    // A connection that cannot roll back is discarded, which ends its transaction.
    await client.query('rollback').then(
      () => client.release(),
      broken => client.release(broken),
    )
    throw error
  }
}
