import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Embedded } from './embedded.ts'

type Orm = NodePgDatabase<Record<string, never>>

/** A database or a transaction, the first parameter of every query. `client` runs frequent statements, prepared. */
export interface Queryable {
  orm: Orm
  client: pg.Pool | pg.PoolClient
}

/** One open transaction. Query nothing outside it meanwhile: the embedded database has a single connection. */
export interface Tx extends Queryable {
  client: pg.PoolClient
  /** Runs after a successful commit; never after a rollback. */
  afterCommit(done: () => void): void
}

/** The only database driver, over PostgreSQL or the embedded database. */
export interface Database extends Queryable {
  kind: 'postgres' | 'embedded'
  client: pg.Pool
  /** Returns a copy of the embedded database. PostgreSQL has programs for it. */
  dump(): Promise<Buffer>
  /** Writes so many bytes, which need new room on the disk, and undoes it. Throws if there is none. */
  tryWriting(bytes: number): Promise<void>
  /** Opens one connection without a statement timeout, for migrations. */
  connectPatiently(): Promise<DedicatedClient>
  close(): Promise<void>
}

interface DedicatedClient {
  client: pg.Client | pg.PoolClient
  release(): Promise<void>
}

interface DatabaseOptions {
  /** When absent, the embedded database in `dataDir` is used. */
  databaseUrl?: string | undefined
  dataDir: string
  /** Most connections to PostgreSQL at a time. */
  poolSize?: number
  /** A database folder made at build time. Copying it takes a tenth of the time of creating one. */
  template?: string | undefined
  /** Connection timeout; a statement may take twice as long. Tests that open a hundred connections at once raise it. */
  patienceMs?: number
  onBroken?: (error: Error) => void
}

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5000

/** Opens the database. Throws DataDirInUse when another process holds the embedded one. */
export const openDatabase = async (options: DatabaseOptions): Promise<Database> => {
  const onBroken = options.onBroken ?? (() => {})
  if (options.databaseUrl) {
    const { patienceMs = CONNECT_TIMEOUT_MS, poolSize = POOL_SIZE } = options
    const server = { connectionString: options.databaseUrl, connectionTimeoutMillis: patienceMs }
    const pool = new pg.Pool({
      ...server,
      max: poolSize,
      idleTimeoutMillis: 0,
      // A request must fail when the database hangs, not wait forever.
      statement_timeout: 2 * patienceMs,
      query_timeout: 2 * patienceMs + 1000,
      application_name: 'signbook',
    })
    handleConnectionErrors(pool, onBroken)
    return {
      kind: 'postgres',
      dump: () => Promise.reject(new Error('PostgreSQL is copied by pg_dump')),
      client: pool,
      orm: ormOver(pool),
      tryWriting: bytes => tryWriting(pool, bytes),
      connectPatiently: async () => {
        const client = new pg.Client({ ...server, application_name: 'signbook migrations' })
        client.on('error', onBroken)
        await client.connect()
        // Behind PgBouncer the role has one (docs/scale.md).
        await client.query('set statement_timeout = 0')
        return { client, release: () => client.end() }
      },
      close: () => pool.end(),
    }
  }
  const { openEmbedded } = await import('./embedded.ts')
  const embedded: Embedded = await openEmbedded(options.dataDir, options.template)
  const pool = new pg.Pool({ ...embedded.poolConfig, max: 1, idleTimeoutMillis: 0 })
  handleConnectionErrors(pool, onBroken)
  return {
    kind: 'embedded',
    dump: embedded.dump,
    client: pool,
    orm: ormOver(pool),
    tryWriting: bytes => tryFolder(options.dataDir, bytes),
    connectPatiently: async () => {
      const client = await pool.connect()
      return { client, release: async () => client.release() }
    },
    close: async () => {
      await pool.end()
      await embedded.close()
    },
  }
}

/** Autovacuum removes the rows that were undone and the pages that held them, so each trial needs new pages. */
const tryWriting = async (pool: pg.Pool, bytes: number): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Random, so that PostgreSQL does not compress it.
    await client.query('insert into write_probes values ($1)', [randomBytes(bytes / 2).toString('hex')])
    await client.query('rollback')
    client.release()
  } catch (error) {
    // A new connection costs little beside a database that takes no writes.
    client.release(true)
    throw error
  }
}

/** The embedded database has no autovacuum, so its disk is tried with a file. */
const tryFolder = async (folder: string, bytes: number): Promise<void> => {
  const file = join(folder, `.write-probe-${process.pid}`)
  try {
    await writeFile(file, randomBytes(bytes))
  } finally {
    await rm(file, { force: true })
  }
}

/** Listens for errors of every connection, so that one fails its statement and never crashes the process. */
const handleConnectionErrors = (pool: pg.Pool, onBroken: (error: Error) => void): void => {
  pool.on('connect', client => void client.on('error', onBroken))
  // Repeats the error of an idle connection, which is already reported.
  pool.on('error', () => {})
}

export const ormOver = (client: pg.Pool | pg.PoolClient): Orm => drizzle(client, { casing: 'snake_case' })

// bigint columns hold ids and counts, far below 2^53, so they are read as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const statements = new Map<string, string>()

/** Throws if another statement has the name: a connection refuses the second one that it meets. */
export const claimName = (name: string, text: string): void => {
  if ((statements.get(name) ?? text) !== text) throw new Error(`two statements are named ${name}`)
  statements.set(name, text)
}

/**
 * A statement that is parsed and planned once per connection. Its values are the parameters $1, $2 …; rows come as SQL
 * names them.
 */
export const prepared = <Row extends pg.QueryResultRow, Values extends unknown[] = unknown[]>(
  name: string,
  text: string,
) => {
  claimName(name, text)
  return async (db: Queryable, values: Values): Promise<Row[]> =>
    (await db.client.query<Row>({ name, text, values })).rows
}

/** Returns the first row of a query that finds one at most. */
export const firstOrNull = <Row>([row]: Row[]): Row | null => row ?? null

export const findDatabaseSize = async (db: Queryable): Promise<number> => {
  const { rows } = await db.client.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
  return rows[0]?.bytes ?? 0
}
