import { spawn } from 'node:child_process'
import { access, constants, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { saveAudit } from './audit/store/audit.ts'
import { type Database, openDatabase, type Queryable } from './db/db.ts'
import { unwritable } from './db/transactions.ts'
import { makeFolder } from './folders.ts'
import { OperatorError } from './rules/operator-error.ts'
import { decodePart } from './settings.ts'

type Tool = 'pg_dump' | 'pg_restore'

interface PgServer {
  databaseUrl: string
  /** Folders in which the tools are searched: the environment's PATH. */
  programPath: string | undefined
}

/** Names of libpq's variables that do not follow from those of its parameters. */
const PG_NAMES: Record<string, string> = { dbname: 'DATABASE', connect_timeout: 'CONNECT_TIMEOUT' }

/** `sslmode` is PGSSLMODE. libpq ignores variables that it does not know, such as those of node-postgres alone. */
const variableOf = (name: string): string => `PG${PG_NAMES[name] ?? name.replaceAll('_', '').toUpperCase()}`

/** Settings of libpq, in the environment, so that no password is in the process list. */
export const environmentOf = ({ databaseUrl, programPath }: PgServer): NodeJS.ProcessEnv => {
  const url = new URL(databaseUrl.replace('@/', '@localhost/'))
  const given: Record<string, string> = {
    host: decodeURIComponent(url.hostname).replace(/^\[|\]$/g, ''),
    port: url.port,
    user: decodePart(url.username),
    password: decodePart(url.password),
    // As node-postgres does.
    dbname: decodeURI(url.pathname.slice(1)),
    ...Object.fromEntries(url.searchParams),
  }
  // A word of node-postgres: encrypted, and the certificate is not checked.
  if (given.sslmode === 'no-verify') given.sslmode = 'require'
  if (/^(true|1)$/.test(given.ssl ?? '') && !given.sslmode) given.sslmode = 'require'
  const set = Object.entries(given).flatMap(([name, value]) => (value ? [[variableOf(name), value]] : []))
  return { PATH: programPath, LC_ALL: 'C', ...Object.fromEntries(set) }
}

const run = (tool: Tool, args: string[], env: NodeJS.ProcessEnv) =>
  new Promise<{ code: number | null; output: string }>((done, fail) => {
    const child = spawn(tool, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', text => {
        output += text
      })
    child.on('error', fail).on('close', code => done({ code, output: output.trim() }))
  })

/** Returns why a tool of PostgreSQL cannot be used here: it is missing or too old. Null if it can. */
const findLack = async (tool: Tool, db: Database, env: NodeJS.ProcessEnv): Promise<string | null> => {
  const { rows } = await db.client.query<{ version: string }>('show server_version_num')
  const server = Math.floor(Number(Object.values(rows[0]!)[0]) / 10_000)
  const install = `Install PostgreSQL's client programs, version ${server} or later (Debian: postgresql-client-${server}).`
  const asked = await run(tool, ['--version'], env).catch(() => null)
  if (!asked) return `${tool} is not installed on this machine. ${install}`
  const major = Number(asked.output.match(/ (\d+)/)?.[1])
  return major >= server ? null : `${tool} ${major} is too old for a PostgreSQL ${server} server. ${install}`
}

/** Runs a tool of PostgreSQL against the database, and returns what it printed. Throws OperatorError if it cannot. */
const runPgTool = async (tool: Tool, args: string[], db: Database, pg: PgServer): Promise<string> => {
  const env = environmentOf(pg)
  const lack = await findLack(tool, db, env)
  if (lack) throw new OperatorError(lack)
  const { code, output } = await run(tool, args, env)
  if (code !== 0) throw new OperatorError(`${tool} failed: ${output}`)
  return output
}

/** Our schemas. Others, and extensions, belong to the host of the database. */
const SCHEMAS = ['public', 'pgboss', 'drizzle']
const OURS = SCHEMAS.map(schema => `--schema=${schema}`)

/** `lack`: pg_dump is not here. `problem`: it is, and failed. Each is a sentence. */
type PgDumpTrial = { lack: string } | { problem: string | null }

/** Tries whether pg_dump can read the database. Its certificate is checked, as at a backup. */
export const tryPgDump = async (db: Database, pg: PgServer): Promise<PgDumpTrial> => {
  const lack = await findLack('pg_dump', db, environmentOf(pg))
  if (lack) return { lack }
  return runPgTool('pg_dump', ['--schema-only', '--schema=drizzle'], db, pg).then(
    () => ({ problem: null }),
    error => ({ problem: error instanceof OperatorError ? error.message : 'the database does not answer.' }),
  )
}

interface BackupOptions extends Pick<PgServer, 'programPath'> {
  folder: string
  /** Absent: the embedded database. */
  databaseUrl: string | undefined
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
const SUFFIX = { postgres: '.dump', embedded: '.tar.gz' } as const

/** Writes a consistent copy of the database into a folder, for this user only. Throws OperatorError. */
export const backUp = async (db: Database, options: BackupOptions): Promise<Backup> => {
  const { folder, actor, erased, now } = options
  await makeFolder(folder)
  const name = `signbook-${now.toISOString().replace(/[:.]/g, '-')}${SUFFIX[db.kind]}`
  const file = join(folder, name)
  await dumpTo(file, db, options)
  const lines: string[] = []
  for await (const line of erased) lines.push(`${line}\n`)
  await writeFile(`${file}.erasures.txt`, lines, { mode: 0o600 })
  const { size: bytes } = await stat(file)
  return { file, bytes, isAudited: await auditBackup(db, actor, file, bytes, now) }
}

const dumpTo = async (file: string, db: Database, { databaseUrl, programPath }: BackupOptions): Promise<void> => {
  const partial = `${file}.partial`
  try {
    // Before anything is in it: a program would let others read what it creates.
    await writeFile(partial, '', { mode: 0o600 })
    if (databaseUrl) {
      const args = ['--format=custom', '--no-owner', ...OURS, `--file=${partial}`]
      await runPgTool('pg_dump', args, db, { databaseUrl, programPath })
    } else await writeFile(partial, await db.dump())
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** Returns false if the database takes no changes. */
const auditBackup = (db: Database, actor: string, file: string, bytes: number, now: Date): Promise<boolean> =>
  saveAudit(
    db,
    { actor, action: 'back-up', subjectKind: 'backup', subjectKey: basename(file), after: { bytes } },
    now,
  ).then(
    () => true,
    error => {
      if (unwritable(error)) return false
      throw error
    },
  )

/** Restores a backup into an empty database. Throws OperatorError for a wrong file or a database with tables. */
export const restore = async ({
  file,
  databaseUrl,
  programPath,
  dataDir,
}: Pick<BackupOptions, 'databaseUrl' | 'programPath'> & { file: string; dataDir: string }): Promise<void> => {
  const kind = databaseUrl ? 'postgres' : 'embedded'
  if (!file.endsWith(SUFFIX[kind]))
    throw new OperatorError(
      databaseUrl
        ? `restore: expected a ${SUFFIX.postgres} file, a backup of PostgreSQL, because DATABASE_URL is set`
        : `restore: expected a ${SUFFIX.embedded} file, a backup of the embedded database, because DATABASE_URL is not set`,
    )
  const isReadable = await access(file, constants.R_OK).then(
    () => true,
    () => false,
  )
  if (!isReadable) throw new OperatorError(`restore: ${file} cannot be read`)
  if (!databaseUrl) return restoreEmbedded(dataDir, await readFile(file))
  const db = await openDatabase({ databaseUrl, dataDir })
  const folder = await mkdtemp(join(tmpdir(), 'signbook-'))
  try {
    await demandEmpty(db)
    const pg = { databaseUrl, programPath }
    const list = join(folder, 'list')
    await writeFile(list, partsToRestore(await runPgTool('pg_restore', ['--list', file], db, pg)))
    await runPgTool(
      'pg_restore',
      [
        '--no-owner',
        '--no-privileges',
        '--exit-on-error',
        '--single-transaction',
        `--use-list=${list}`,
        // Makes it connect. A name here could be read as parameters; PGDATABASE is only a name.
        '--dbname=application_name=signbook',
        file,
      ],
      db,
      pg,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
    await db.close()
  }
}

/** Leaves out of a list of pg_restore what a new database has, and what only its host may make: our role owns a database. */
const partsToRestore = (list: string): string =>
  list
    .split('\n')
    .filter(
      line =>
        !/^\d+; \d+ \d+ (SCHEMA - public|(ACL|COMMENT) - SCHEMA public|EXTENSION - |COMMENT - EXTENSION )/.test(line),
    )
    .join('\n')

const demandEmpty = async (db: Database): Promise<void> => {
  // An extension may have tables of its own.
  const { rows } = await db.client.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     limit 1`,
    [SCHEMAS],
  )
  if (rows.length > 0)
    throw new OperatorError('restore: the database is not empty; create a new one and name it in DATABASE_URL')
}

const restoreEmbedded = async (dataDir: string, backup: Buffer): Promise<void> => {
  const { fillEmbedded } = await import('./db/embedded.ts')
  const tar = await promisify(gunzip)(backup).catch(cause => {
    throw new OperatorError('restore: the file is damaged', { cause })
  })
  await fillEmbedded(dataDir, new Blob([new Uint8Array(tar)], { type: 'application/x-tar' }))
}

export const findLastBackup = async (
  db: Queryable,
): Promise<{ name: string; at: Date; bytes: number | null } | null> => {
  const { rows } = await db.client.query(
    `select subject_key as name, at, (after->>'bytes')::float8 as bytes from audit where subject_kind = 'backup' and action = 'back-up' order by at desc limit 1`,
  )
  return rows[0] ?? null
}
