import { spawn } from 'node:child_process'
import type { Database } from '../db/db.ts'
import { OperatorError } from '../rules/operator-error.ts'

type Tool = 'pg_dump' | 'pg_restore'

interface PgServer {
  databaseUrl: string
  /** Folders in which the tools are searched: the environment's PATH. */
  programPath: string | undefined
}

/** Settings of libpq, so that no password is in the process list. */
const environmentOf = ({ databaseUrl, programPath }: PgServer): NodeJS.ProcessEnv => {
  const url = new URL(databaseUrl)
  const given: Record<string, string> = {
    PGHOST: url.searchParams.get('host') ?? url.hostname,
    PGPORT: url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGSSLMODE: url.searchParams.get('sslmode') ?? '',
  }
  const set = Object.entries(given).filter(([, value]) => value !== '')
  return { PATH: programPath, LC_ALL: 'C', ...Object.fromEntries(set) }
}

interface Ran {
  code: number | null
  output: string
}

const run = (tool: Tool, args: string[], env: NodeJS.ProcessEnv): Promise<Ran> =>
  new Promise((done, fail) => {
    const child = spawn(tool, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', text => {
        output += text
      })
    child.on('error', fail).on('close', code => done({ code, output: output.trim() }))
  })

/** Runs a tool of PostgreSQL against the database. Throws OperatorError if it is missing, too old, or fails. */
export const runPgTool = async (tool: Tool, args: string[], db: Database, pg: PgServer): Promise<void> => {
  const env = environmentOf(pg)
  const { rows } = await db.client.query<{ version: string }>('show server_version_num')
  const server = Math.floor(Number(Object.values(rows[0]!)[0]) / 10_000)
  const install = `Install PostgreSQL's client programs, version ${server} or later (Debian: postgresql-client-${server}).`
  const asked = await run(tool, ['--version'], env).catch(() => null)
  if (!asked) throw new OperatorError(`${tool} is not installed on this machine. ${install}`)
  const major = Number(asked.output.match(/ (\d+)/)?.[1])
  if (!(major >= server))
    throw new OperatorError(`${tool} ${major} is too old for a PostgreSQL ${server} server. ${install}`)
  const { code, output } = await run(tool, args, env)
  if (code !== 0) throw new OperatorError(`${tool} failed: ${output}`)
}
