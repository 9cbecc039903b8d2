import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { saveAudit } from '../audit/store/audit.ts'
import type { Database } from '../db/db.ts'
import { unwritable } from '../db/when-writable.ts'
import { runPgTool } from './pg-tools.ts'

interface BackupOptions {
  folder: string
  /** Absent: the embedded database. */
  databaseUrl: string | undefined
  programPath: string | undefined
  /** The person who asked, for the audit: 'system' or 'staff:7'. */
  actor: string
  /** Lines of the list of erased people, which is written beside the backup. */
  erased: AsyncIterable<string>
  now: Date
}

export interface Backup {
  file: string
  bytes: number
  /** False if the database takes no changes, as a standby does. */
  isAudited: boolean
}

/** Suffixes tell which database a backup is for. */
export const SUFFIX = { postgres: '.dump', embedded: '.tar.gz' } as const

/**
 * Writes a consistent copy of the database into a folder, readable by this user only, while servers run. A file that is
 * not finished has another name. Throws OperatorError when PostgreSQL's programs do not fit.
 */
export const backUp = async (db: Database, options: BackupOptions): Promise<Backup> => {
  const { folder, actor, erased, now } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `signbook-${now.toISOString().replace(/[:.]/g, '-')}${SUFFIX[db.kind]}`
  const file = join(folder, name)
  await dumpTo(file, db, options)
  const lines: string[] = []
  for await (const line of erased) lines.push(`${line}\n`)
  await writeFile(`${file}.erasures.txt`, lines, { mode: 0o600 })
  const { size: bytes } = await stat(file)
  const isAudited = await auditBackup(db, { actor, file, bytes, now })
  return { file, bytes, isAudited }
}

const dumpTo = async (file: string, db: Database, { databaseUrl, programPath }: BackupOptions): Promise<void> => {
  const partial = `${file}.partial`
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
}

interface Written {
  actor: string
  file: string
  bytes: number
  now: Date
}

const auditBackup = async (db: Database, { actor, file, bytes, now }: Written): Promise<boolean> => {
  const line = {
    actor,
    action: 'back-up',
    subjectKind: 'backup',
    subjectKey: basename(file),
    after: { bytes },
  } as const
  try {
    await saveAudit(db, line, now)
    return true
  } catch (error) {
    if (unwritable(error)) return false
    throw error
  }
}
