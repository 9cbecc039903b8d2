import { cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import type { PoolConfig } from 'pg'
import { OperatorError } from '../domain/operator-error.ts'
import { lockDataDir } from './data-dir-lock.ts'

export interface Embedded {
  poolConfig: PoolConfig
  close(): Promise<void>
}

/**
 * PostgreSQL as WebAssembly in a folder, behind node-postgres. One connection, one query at a time, one process.
 * It survives kill -9 of the process; it does not sync to disk, so a power cut may lose the last moments.
 */
export const openEmbedded = async (dataDir: string, template?: string): Promise<Embedded> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockDataDir(dataDir)
  const folder = join(dataDir, 'database')
  try {
    if (template && !(await exists(folder)) && (await exists(template))) await copyWhole(template, folder)
    const database = await PGlite.create({ dataDir: folder }).catch(cause => {
      throw new OperatorError(
        `DATA_DIR: the database in ${dataDir} cannot be opened; put a backup of the folder in its place`,
        { cause },
      )
    })
    return {
      poolConfig: withArrayTypes(createPgConfig(database)),
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

/** Copies under another name first: a copy that was cut off is never taken for a database. */
const copyWhole = async (from: string, to: string) => {
  const half = `${to}.copying`
  await rm(half, { recursive: true, force: true })
  await cp(from, half, { recursive: true })
  await rename(half, to)
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** drizzle passes `types` as an object where the adapter walks a list of type ids: anything that is no list is dropped. */
const withArrayTypes = (config: object): PoolConfig => {
  const { connection } = config as { connection: { parse(query: { types?: unknown }): void } }
  const parse = connection.parse.bind(connection)
  connection.parse = query => parse({ ...query, types: Array.isArray(query.types) ? query.types : [] })
  return config as PoolConfig
}
