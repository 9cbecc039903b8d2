import { cp, mkdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg, { type PoolConfig } from 'pg'
import { OperatorError } from '../rules/operator-error.ts'
import { lockDataDir } from './data-dir-lock.ts'

export interface Embedded {
  poolConfig: PoolConfig
  /** Returns a consistent copy of the folder as a gzipped tar. */
  dump(): Promise<Buffer>
  close(): Promise<void>
}

/**
 * Opens PostgreSQL as WebAssembly in a folder, behind node-postgres: one connection, one query at a time, one process.
 * It survives `kill -9`. It does not sync to disk, so a power failure may lose the last transactions. Throws
 * DataDirInUse, or OperatorError when the database cannot be opened.
 */
export const openEmbedded = async (dataDir: string, template?: string): Promise<Embedded> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await demandSpace(dataDir)
  const lock = await lockDataDir(dataDir)
  const folder = join(dataDir, 'database')
  try {
    if (template && !(await exists(folder)) && (await exists(template))) await copyAtomically(template, folder)
    const database = await PGlite.create({ dataDir: folder }).catch(cause => {
      throw new OperatorError(
        `DATA_DIR: the database in ${dataDir} cannot be opened; restore the folder from a backup`,
        { cause },
      )
    })
    return {
      poolConfig: poolConfigOf(database),
      dump: async () => Buffer.from(await (await database.dumpDataDir('gzip')).arrayBuffer()),
      close: async () => {
        await database.close()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** PGlite reports a full disk as damage, so the space is checked before. */
const LEAST_BYTES = 50 * 2 ** 20

const demandSpace = async (dataDir: string) => {
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < LEAST_BYTES) throw new OperatorError(`DATA_DIR: the disk of ${dataDir} is full; make room`)
}

/** Makes the database of a folder from a dump. Throws OperatorError if the folder has one or the dump is damaged. */
export const fillEmbedded = async (dataDir: string, dump: Blob): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockDataDir(dataDir)
  const folder = join(dataDir, 'database')
  try {
    if (await exists(folder))
      throw new OperatorError(`restore: ${dataDir} already has a database; move it, or set another DATA_DIR`)
    const partial = `${folder}.restoring`
    await rm(partial, { recursive: true, force: true })
    const database = await PGlite.create({ dataDir: partial, loadDataDir: dump }).catch(async cause => {
      await rm(partial, { recursive: true, force: true })
      throw new OperatorError('restore: the file is no backup of the embedded database', { cause })
    })
    await database.close()
    await rename(partial, folder)
  } finally {
    await lock.release()
  }
}

/** Copies to a temporary name first, so that an interrupted copy is never used as a database. */
const copyAtomically = async (from: string, to: string) => {
  const partial = `${to}.copying`
  await rm(partial, { recursive: true, force: true })
  await cp(from, partial, { recursive: true })
  await rename(partial, to)
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * Gives each pool client a connection of its own. The pool ends a client after a failed statement, and a shared connection
 * would pass that end on to the next client. Statements prepared in the database outlive a client, so their list is shared.
 */
const poolConfigOf = (database: PGlite): PoolConfig => {
  const { connection: first, ...config } = createPgConfig(database)
  const { parsedStatements } = first
  class EmbeddedClient extends pg.Client {
    constructor(given: pg.ClientConfig = {}) {
      const { connection } = createPgConfig(database)
      // pg accepts a connection, but its types do not list it.
      super({
        ...given,
        connection: Object.assign(withArrayTypes(connection), { parsedStatements }),
      } as pg.ClientConfig)
    }
  }
  return { ...config, Client: EmbeddedClient }
}

type Connection = ReturnType<typeof createPgConfig>['connection']

/**
 * Replaces a `types` object with an empty list: drizzle passes an object, and the PGlite adapter expects an array of
 * type ids.
 */
const withArrayTypes = (connection: Connection): Connection => {
  const parse = connection.parse.bind(connection)
  connection.parse = query => parse({ ...query, types: Array.isArray(query.types) ? query.types : [] })
  return connection
}
