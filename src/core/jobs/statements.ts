import { setImmediate as nextTick } from 'node:timers/promises'
import type PgBoss from 'pg-boss'

/** The part of a database client that pg-boss needs. */
export interface Queries {
  query(text: string, values?: unknown[]): Promise<{ rows: { [column: string]: unknown }[] }>
}

export const toBossDb = (client: Queries): PgBoss.Db => ({ executeSql: (text, values) => client.query(text, values) })

/**
 * Counts the statements of pg-boss in progress. Its `stop` does not wait for the last claim of a worker, nor for the
 * statement that completes a job, and both would fail once the database is closed.
 */
export const trackStatements = (client: Queries): Queries & { finish(): Promise<void> } => {
  const running = new Set<Promise<unknown>>()
  return {
    query(text, values) {
      const statement = client.query(text, values)
      running.add(statement)
      const remove = () => void running.delete(statement)
      statement.then(remove, remove)
      return statement
    },
    async finish() {
      while (running.size > 0) {
        await Promise.allSettled(running)
        // A claim that ends here may give its job back with another statement.
        await nextTick()
      }
    },
  }
}
