import { recordOf } from '../rules/guards.ts'

/**
 * Error codes of Node for a broken or refused connection, and of PostgreSQL (Appendix A): connection exceptions (08),
 * read-only after a failover, deadlocks and conflicts that outlived their retries, too many connections, a lock timeout,
 * a statement timeout, and a server that starts or stops (57P0).
 */
const CODES = /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08...|25006|40001|40P01|53300|55P03|57014|57P0.)$/

/** Messages of the driver for errors without a code. */
const MESSAGES =
  /^(Query read timeout|Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable)/

/** Returns whether the database could not be reached, or was too busy. Nothing is wrong with the request. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code = '' } = recordOf(error)
  return CODES.test(String(code)) || MESSAGES.test(error.message) || isUnavailable(error.cause)
}
