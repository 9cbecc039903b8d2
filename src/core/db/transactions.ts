import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { recordOf } from '../rules/guards.ts'
import { type Database, ormOver, type Queryable, type Tx } from './db.ts'

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

/** Returns whether a unique value is taken: 23505 is unique_violation. */
export const isDuplicate = (error: unknown): boolean => sqlState(error) === '23505'

/** Says whether to run work again: a deadlock (40P01), a serialization failure (40001), a row that is gone (23503). */
export const isRetryable = (error: unknown): boolean =>
  error instanceof RetryTransaction || /^(40P01|40001|23503)$/.test(sqlState(error) ?? '')

/** Returns the SQLSTATE of a failed query, including when drizzle has wrapped the error. */
const sqlState = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const { code } = recordOf(error)
  return typeof code === 'string' ? code : sqlState(error.cause)
}

/**
 * Runs `work` in one transaction. Retries it from the start up to three times after a deadlock, a serialization failure,
 * a reference to a deleted row or RetryTransaction, so `work` must not have side effects outside the database, and reads
 * what it refers to in the transaction.
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

/**
 * Error codes of Node for a broken or refused connection, and of PostgreSQL (Appendix A): connection exceptions (08),
 * read-only after a failover, a session that timed out (25P0), deadlocks and conflicts that outlived their retries, no
 * room for data, memory or connections (53), a lock timeout, a statement or server that was ended (57), and a broken
 * disk (58).
 */
const CODES =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08...|25006|25P0[34]|40001|40P01|53...|55P03|57...|58...)$/

/** PostgreSQL's answer to each connection after a restart on a full disk. */
const NO_INIT_FILE = 'could not write init file'

/** Messages for errors without a code of their own. */
const MESSAGES =
  /^(could not write init file|Query read timeout|Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable)/

/** Returns whether the database could not be reached, or was too busy. Nothing is wrong with the request. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = recordOf(error)
  // A socket of this machine is a missing file, and a network may be unreachable in many ways.
  return syscall === 'connect' || CODES.test(String(code)) || MESSAGES.test(error.message) || isUnavailable(error.cause)
}

/** Error codes of PostgreSQL (Appendix A) for a database that answers and takes no changes. */
const READ_ONLY = '25006'
const DISK_FULL = '53100'
const RETRY_MS = 2000

/** Returns what is wrong with a database that cannot be written; null for any other error. */
export const unwritable = (error: unknown): string | null => {
  const { code, message } = recordOf(error)
  if (code === READ_ONLY) return 'the database takes no changes; make it writable, or connect to the primary server'
  if (code === DISK_FULL || message === NO_INIT_FILE) return 'the disk of the database is full; make room'
  return error instanceof Error && error.cause ? unwritable(error.cause) : null
}

/** Throws like a write if the database is read-only. */
const demandWritable = async (db: Queryable): Promise<void> => {
  const { rows } = await db.client.query("select current_setting('transaction_read_only') = 'on' as read_only")
  if (rows[0]?.read_only) throw Object.assign(new Error('the database is read-only'), { code: READ_ONLY })
}

/** Runs work that writes. While the database cannot be written, logs one sentence and tries again. */
export const whenWritable = async <T>(db: Queryable, log: Log, work: () => Promise<T>): Promise<T> => {
  let said = ''
  for (;;) {
    try {
      await demandWritable(db)
      return await work()
    } catch (error) {
      const problem = unwritable(error)
      if (!problem) throw error
      if (problem !== said) log.warn(`DATABASE_URL: ${problem}. The start waits for it.`)
      said = problem
      await wait(RETRY_MS)
    }
  }
}
