import type { Tx } from './db.ts'

/** Keys of PostgreSQL's advisory locks. Every process must use the same numbers. */
export const LOCKS = {
  migrations: 7_446_224,
  content: 7_446_225,
  toolKeys: 7_446_226,
  /**
   * The first of two keys; the second is the course. Locks of two keys are a space of their own in PostgreSQL, so that
   * the equal number above never meets it. Sign-ups lock by two keys too, a course and an email.
   */
  signLists: 7_446_226,
  platforms: 7_446_227,
  /** One move of data from another installation. */
  moveIn: 7_446_228,
  /** Decisions on an LMS that moved to another connection. */
  lmsMoves: 7_446_233,
} as const

/** Takes an advisory lock. It ends with the transaction. */
export const takeLock = async (tx: Tx, name: Exclude<keyof typeof LOCKS, 'signLists'>): Promise<void> => {
  await tx.client.query('select pg_advisory_xact_lock($1)', [LOCKS[name]])
}
