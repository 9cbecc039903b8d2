import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type { ClientBase } from 'pg'
import { recordOf } from '../rules/guards.ts'
import { OperatorError } from '../rules/operator-error.ts'
import { LOCKS } from './advisory-locks.ts'
import { type Database, prepared } from './db.ts'

/**
 * Time that a change of the schema may hold up the statements that queue behind it. Running processes wait longer. Below
 * PostgreSQL's deadlock_timeout of one second: of a migration and a launch that wait for each other, the migration gives
 * up, before PostgreSQL cancels the launch.
 */
const LOCK_TIMEOUT_MS = 500
const RETRY_MS = 2000
const LOCK_POLL_MS = 100
const TRIES = 60
/** lock_not_available and deadlock_detected. */
const BUSY = ['55P03', '40P01']

/**
 * Migrates the schema to the newest version, one transaction a file. Idempotent, and safe from two machines at once: an
 * advisory lock serializes runs. Other processes keep working: a file that does not get its locks at once is rolled
 * back and tried again. Throws OperatorError when the database stays too busy.
 */
export const migrateDatabase = async (
  db: Database,
  migrationsFolder: string,
  /** Creates the job queue's tables on the same connection and under the same lock. */
  prepareJobs: (client: ClientBase) => Promise<void>,
): Promise<void> => {
  const { client, release } = await db.connectPatiently()
  try {
    const migrations = readMigrationFiles({ migrationsFolder })
    await takeLock(client)
    await client.query(TABLE)
    await refuseOlder(db.kind, client, migrations)
    const { rows } = await client.query<{ at: number | null }>(
      'select max(created_at) as at from drizzle.__drizzle_migrations',
    )
    for (const migration of migrations) if (migration.folderMillis > (rows[0]?.at ?? 0)) await apply(client, migration)
    await prepareJobs(client)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCKS.migrations]).catch(() => {})
    await release()
  }
}

/** Waits by asking again: a session that waits inside the database can deadlock with `create index concurrently`. */
const takeLock = async (client: ClientBase): Promise<void> => {
  const isLocked = async () => {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      LOCKS.migrations,
    ])
    return rows[0]?.locked ?? false
  }
  while (!(await isLocked())) await wait(LOCK_POLL_MS)
}

const EMPTY: Record<Database['kind'], string> = {
  postgres: 'Name a new, empty database in DATABASE_URL, or drop this one and create it again.',
  embedded: 'Set another DATA_DIR, or delete this folder.',
}

/** Throws OperatorError for a database that was made before the initial migration: its tables are other ones. */
const refuseOlder = async (kind: Database['kind'], client: ClientBase, [initial]: MigrationMeta[]): Promise<void> => {
  const { rows } = await client.query<{ older: boolean }>(
    `select to_regclass('public.enrollments') is not null
       or exists (select from drizzle.__drizzle_migrations where created_at < $1) as older`,
    [initial?.folderMillis],
  )
  if (!rows[0]?.older) return
  const setting = kind === 'embedded' ? 'DATA_DIR' : 'DATABASE_URL'
  throw new OperatorError(
    `${setting}: this database was made by an earlier development version, and cannot be brought up to date. ${EMPTY[kind]}`,
  )
}

/** The table of drizzle's own migrator. */
const TABLE = `create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`
const RECORD = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)'

const apply = async (client: ClientBase, migration: MigrationMeta): Promise<void> => {
  if (migration.sql.some(isConcurrent)) return applyConcurrently(client, migration)
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      for (const statement of migration.sql) await client.query(statement)
      await client.query(RECORD, [migration.hash, migration.folderMillis])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if (!BUSY.includes(String(recordOf(error).code))) throw error
      if (tries === TRIES)
        throw new OperatorError('The database is too busy to change its tables. Migrate again in a quieter hour.')
      await wait(RETRY_MS)
    }
  }
}

const isConcurrent = (statement: string): boolean => /\bindex concurrently\b/i.test(statement)

/** Builds indexes outside a transaction, as `concurrently` needs. Drops those an interrupted run left invalid. */
const applyConcurrently = async (client: ClientBase, { sql, hash, folderMillis }: MigrationMeta): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where not indisvalid',
  )
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`)
  for (const statement of sql) await client.query(statement)
  await client.query(RECORD, [hash, folderMillis])
}

const newestIn = (migrationsFolder: string): number => {
  const journal: { entries: { when: number }[] } = JSON.parse(
    readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'),
  )
  return Math.max(...journal.entries.map(e => e.when))
}

/** Returns whether a later release than this build changed the schema. */
export const isSchemaLater = async (db: Database, migrationsFolder: string): Promise<boolean> => {
  const [found] = await databaseState(db, [[]])
  return Number(found?.at) > newestIn(migrationsFolder)
}

/** A write that worked counts so long, so that many health checks cost few writes. */
const WRITTEN_MS = 5000
/** More than a page of a table. After a failure much more, since a full disk has some room now and then. */
const PROBE_BYTES = { usual: 16 * 1024, afterFailure: 1024 * 1024 }

/** Returns a check that every migration and job queue is there, and that a write works: a full disk still reads. */
export const makeReadinessCheck = (migrationsFolder: string, queues: string[]) => {
  const newest = newestIn(migrationsFolder)
  const written = new WeakMap<Database, number>()
  let hasFailed = false
  return async (db: Database): Promise<boolean> => {
    const [found] = await databaseState(db, [queues])
    if (!found?.writable || !(Number(found.at) >= newest) || found.queues !== queues.length) return false
    if (performance.now() - (written.get(db) ?? Number.NEGATIVE_INFINITY) < WRITTEN_MS) return true
    await db.tryWriting(hasFailed ? PROBE_BYTES.afterFailure : PROBE_BYTES.usual).catch(error => {
      hasFailed = true
      throw error
    })
    hasFailed = false
    written.set(db, performance.now())
    return true
  }
}

/** A standby and a database that an operator made read-only both say so in `transaction_read_only`. */
const databaseState = prepared<{ at: string | null; queues: number; writable: boolean }>(
  'database_state',
  `select (select max(created_at) from drizzle.__drizzle_migrations) as at,
    (select count(*) from pgboss.queue where name = any($1))::int as queues,
    current_setting('transaction_read_only') = 'off' as writable`,
)
