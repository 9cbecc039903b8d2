import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Embedded } from './embedded.ts'

export type Orm = NodePgDatabase<Record<string, never>>

/**
 * What a query function takes: the database, or one transaction in it. `orm` for everyday statements; `client` for the
 * hot ones, which are prepared by name and skip the query builder (docs/decisions.md).
 */
export interface Queryable {
  orm: Orm
  client: pg.Pool | pg.PoolClient
}

/** One open transaction. Inside it nothing else may be queried: the embedded database has a single connection. */
export interface Tx extends Queryable {
  client: pg.PoolClient
  /** Runs when the change stands; not at all when it is rolled back. */
  afterCommit(done: () => void): void
}

/** The one driver of the product, over PostgreSQL or over the embedded database. */
export interface Database extends Queryable {
  kind: 'postgres' | 'embedded'
  client: pg.Pool
  /** One connection for work that may take long: migrations. */
  connectPatiently(): Promise<PatientClient>
  close(): Promise<void>
}

export interface PatientClient {
  client: pg.ClientBase
  release(): Promise<void>
}

export interface DatabaseOptions {
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl?: string | undefined
  dataDir: string
  /** A data folder made at build time; copying it takes a tenth of the time of making one. */
  template?: string | undefined
  /** How long a statement may wait for a connection; it may take twice as long itself. A test asks for a hundred at once, on whatever machine. */
  patienceMs?: number
  onBroken?: (error: Error) => void
}

const POOL_SIZE = 10
const PATIENCE_MS = 5000

/** Opens the database. Throws DataDirInUse when another process holds the embedded one. */
export const openDatabase = async (options: DatabaseOptions): Promise<Database> => {
  const onBroken = options.onBroken ?? (() => {})
  if (options.databaseUrl) {
    const { patienceMs = PATIENCE_MS } = options
    const pool = new pg.Pool({
      connectionString: options.databaseUrl,
      max: POOL_SIZE,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: patienceMs,
      // A database that hangs is an answer that fails, not a page that never comes.
      statement_timeout: 2 * patienceMs,
      query_timeout: 2 * patienceMs + 1000,
      application_name: 'signbook',
    })
    survive(pool, onBroken)
    const { databaseUrl: connectionString } = options
    return {
      kind: 'postgres',
      client: pool,
      orm: ormOver(pool),
      connectPatiently: async () => {
        const client = new pg.Client({ connectionString, application_name: 'signbook migrations' })
        client.on('error', onBroken)
        await client.connect()
        return { client, release: () => client.end() }
      },
      close: () => pool.end(),
    }
  }
  const { openEmbedded } = await import('./embedded.ts')
  const embedded: Embedded = await openEmbedded(options.dataDir, options.template)
  const pool = new pg.Pool({ ...embedded.poolConfig, max: 1, idleTimeoutMillis: 0 })
  survive(pool, onBroken)
  return {
    kind: 'embedded',
    client: pool,
    orm: ormOver(pool),
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

/**
 * A connection that breaks ends its statement, or the next one, with an error; never the process. The pool listens to
 * idle ones only: one that is lent out, for a transaction or a turn, has to be listened to from its beginning.
 */
const survive = (pool: pg.Pool, onBroken: (error: Error) => void): void => {
  pool.on('connect', client => void client.on('error', onBroken))
  // It repeats what an idle connection said already.
  pool.on('error', () => {})
}

export const ormOver = (client: pg.Pool | pg.PoolClient): Orm => drizzle(client, { casing: 'snake_case' })

// bigint columns are ids and counts, far below 2^53: numbers, not strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A statement that is parsed and planned once per connection. Parameters are $1, $2 …; rows come as SQL names them. */
export const prepared =
  <Row extends pg.QueryResultRow>(name: string, text: string) =>
  async (db: Queryable, values: unknown[]): Promise<Row[]> =>
    (await db.client.query<Row>({ name, text, values })).rows
