import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Database, openDatabase } from '../db/db.ts'
import { OperatorError } from '../rules/operator-error.ts'
import { SUFFIX } from './backup.ts'
import { runPgTool } from './pg-tools.ts'

interface RestoreOptions {
  file: string
  databaseUrl: string | undefined
  programPath: string | undefined
  dataDir: string
}

/** Restores a backup into an empty database. Throws OperatorError for a wrong file or a database with tables. */
export const restore = async ({ file, databaseUrl, programPath, dataDir }: RestoreOptions): Promise<void> => {
  const kind = databaseUrl ? 'postgres' : 'embedded'
  if (!file.endsWith(SUFFIX[kind]))
    throw new OperatorError(
      databaseUrl
        ? `restore: expected a ${SUFFIX.postgres} file, a backup of PostgreSQL, because DATABASE_URL is set`
        : `restore: expected a ${SUFFIX.embedded} file, a backup of the embedded database, because DATABASE_URL is not set`,
    )
  const backup = await readFile(file).catch(() => null)
  if (!backup) throw new OperatorError(`restore: ${file} cannot be read`)
  if (!databaseUrl) return restoreEmbedded(dataDir, backup)
  const db = await openDatabase({ databaseUrl, dataDir })
  try {
    await demandEmpty(db)
    await runPgTool(
      'pg_restore',
      [
        '--no-owner',
        '--no-privileges',
        '--exit-on-error',
        '--single-transaction',
        `--dbname=${nameOf(databaseUrl)}`,
        file,
      ],
      db,
      { databaseUrl, programPath },
    )
  } finally {
    await db.close()
  }
}

const nameOf = (databaseUrl: string): string => decodeURIComponent(new URL(databaseUrl).pathname.slice(1))

const demandEmpty = async (db: Database): Promise<void> => {
  const { rows } = await db.client.query(
    "select from pg_tables where schemaname not in ('pg_catalog', 'information_schema') limit 1",
  )
  if (rows.length > 0)
    throw new OperatorError('restore: the database is not empty; create a new one and name it in DATABASE_URL')
}

const restoreEmbedded = async (dataDir: string, backup: Buffer): Promise<void> => {
  const { fillEmbedded } = await import('../db/embedded.ts')
  const tar = await promisify(gunzip)(backup).catch(cause => {
    throw new OperatorError('restore: the file is damaged', { cause })
  })
  await fillEmbedded(dataDir, new Blob([new Uint8Array(tar)], { type: 'application/x-tar' }))
}
