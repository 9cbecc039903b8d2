import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../db/db.ts'
import { runPgTool } from './pg-tools.ts'

interface BackupOptions {
  folder: string
  /** Absent: the embedded database. */
  databaseUrl: string | undefined
  programPath: string | undefined
  now: Date
}

/** Suffixes tell which database a backup is for. */
export const SUFFIX = { postgres: '.dump', embedded: '.tar.gz' } as const

/**
 * Writes a consistent copy of the database into a folder, readable by this user only. A file that is not finished has
 * another name. Returns the file and its size in bytes. Throws OperatorError when PostgreSQL's programs do not fit.
 */
export const backUp = async (
  db: Database,
  { folder, databaseUrl, programPath, now }: BackupOptions,
): Promise<{ file: string; bytes: number }> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `signbook-${now.toISOString().replace(/[:.]/g, '-')}${SUFFIX[db.kind]}`
  const [file, partial] = [join(folder, name), join(folder, `${name}.partial`)]
  try {
    if (databaseUrl) {
      const args = ['--format=custom', '--no-owner', `--file=${partial}`]
      await runPgTool('pg_dump', args, db, { databaseUrl, programPath })
    } else await writeFile(partial, await db.dump())
    await chmod(partial, 0o600)
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  return { file, bytes: (await stat(file)).size }
}
