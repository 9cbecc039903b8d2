import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { ClientBase } from 'pg'
import { type Database, prepared } from './db.ts'

/** Key of the advisory lock. Every process must use the same number. */
const LOCK = 7_446_224

/**
 * Migrates the schema to the newest version. Idempotent, and safe from two machines at once: an advisory lock
 * serializes runs.
 */
export const migrateDatabase = async (
  db: Database,
  migrationsFolder: string,
  /** Creates the job queue's tables on the same connection and under the same lock. */
  prepareJobs: (client: ClientBase) => Promise<void>,
): Promise<void> => {
  const { client, release } = await db.connectPatiently()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await migrate(drizzle(client), { migrationsFolder })
    await prepareJobs(client)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {})
    await release()
  }
}

interface Journal {
  entries: { when: number }[]
}

/**
 * Returns a check that the database has every migration and every job queue of this build. The check runs one
 * statement.
 */
export const makeSchemaCheck = (migrationsFolder: string, queues: string[]) => {
  const journal: Journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'))
  const newest = Math.max(...journal.entries.map(e => e.when))
  return async (db: Database): Promise<boolean> => {
    const [found] = await schemaState(db, [queues])
    return Number(found?.at) >= newest && found?.queues === queues.length
  }
}

const schemaState = prepared<{ at: string | null; queues: number }>(
  'schema_state',
  `select (select max(created_at) from drizzle.__drizzle_migrations) as at,
    (select count(*) from pgboss.queue where name = any($1))::int as queues`,
)
