import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { recordOf } from '../rules/guards.ts'
import type { Queryable } from './db.ts'

/** Error codes of PostgreSQL (Appendix A) for a database that answers and takes no changes. */
const READ_ONLY = '25006'
const DISK_FULL = '53100'
const RETRY_MS = 2000

/** Returns what is wrong with a database that cannot be written; null for any other error. */
export const unwritable = (error: unknown): string | null => {
  const { code } = recordOf(error)
  if (code === READ_ONLY) return 'the database takes no changes; make it writable, or connect to the primary server'
  if (code === DISK_FULL) return 'the disk of the database is full; make room'
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
