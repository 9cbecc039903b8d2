import type { Config } from '#src/config.ts'
import { unwritable } from './db/transactions.ts'
import { recordOf } from './rules/guards.ts'
import { OperatorError } from './rules/operator-error.ts'
import { parseDatabaseAddress } from './settings.ts'

/** Converts a failed start to a sentence for the operator. Returns other errors unchanged: they are bugs. */
export const explainStartError = (error: unknown, config: Config): unknown => {
  if (!(error instanceof Error) || error instanceof OperatorError) return error
  const { code, syscall, path, address, hostname } = systemFacts(error)
  const sentence =
    path.startsWith(config.dataDir) || address.startsWith(config.dataDir)
      ? aboutFolder(code, config)
      : syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === config.host)
        ? aboutListening(code, config)
        : (config.databaseUrl ? aboutDatabase(error, code, config.databaseUrl) : aboutEmbedded(error, config)) ||
          aboutFile(code, path)
  return sentence ? new OperatorError(sentence) : error
}

/** The facts that Node adds to an error of the operating system; '' for those it does not have. */
const systemFacts = (error: Error) => {
  const facts = recordOf(error)
  const text = (name: string) => (typeof facts[name] === 'string' ? facts[name] : '')
  return {
    code: text('code'),
    syscall: text('syscall'),
    path: text('path'),
    address: text('address'),
    hostname: text('hostname'),
  }
}

/** EDQUOT: the quota of this user is used up. */
const aboutFolder = (code: string, { dataDir }: Config): string => {
  if (code === 'ENOSPC' || code === 'EDQUOT') return `DATA_DIR: the disk of ${dataDir} is full; make room`
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM')
    return `DATA_DIR: ${dataDir} cannot be written by this user (${code}); mount a volume there, or name another folder`
  return `DATA_DIR: ${dataDir} cannot be used as a folder by this user (${code})`
}

/** The embedded database is in DATA_DIR. */
const aboutEmbedded = (error: Error, config: Config): string | undefined =>
  unwritable(error) ? aboutFolder('ENOSPC', config) : undefined

/** A file or folder that the operator named. Node names no path when a write finds no room. */
const aboutFile = (code: string, path: string): string | undefined => {
  if (code === 'ENOSPC' || code === 'EDQUOT') return `the disk ${path && `of ${path} `}is full; make room`
  if (/^(EROFS|EACCES|EPERM)$/.test(code) && path) return `${path} cannot be written by this user (${code})`
  return code === 'ENOTDIR' ? `${path} is not in a folder` : undefined
}

const aboutListening = (code: string, { host, port }: Config): string => {
  if (code === 'EADDRINUSE') return `PORT: ${port} is in use by another program; choose another PORT`
  if (code === 'EACCES') return `PORT: this user may not listen on ${port}; choose a port above 1023`
  return `HOST: ${host} is not an address of this machine (${code})`
}

/** Maps network and PostgreSQL error codes (its Appendix A). User and password never appear in the sentence. */
const aboutDatabase = (error: Error, code: string, address: string): string | undefined => {
  const { host, name } = parseDatabaseAddress(address) ?? { host: 'that address', name: 'it' }
  // The driver reads some addresses otherwise than URL does. It hides the one that it cannot read.
  if (error instanceof URIError || recordOf(error).input === '*****REDACTED*****')
    return 'DATABASE_URL: the database driver cannot read it; percent-encode the user, password and name (% is %25)'
  if (/^28/.test(code)) return `DATABASE_URL: the database at ${host} rejects this user or password`
  if (code === '3D000') return `DATABASE_URL: the server at ${host} has no database named ${name}`
  const { path, syscall } = systemFacts(error)
  if (path && [...new URLSearchParams(address.split('?')[1]).values()].includes(path))
    return `DATABASE_URL: ${path} cannot be read (${code})`
  const problem = unwritable(error)
  if (problem) return `DATABASE_URL: ${problem}`
  // pg-boss reads the name as bytes, in which a backslash begins an escape.
  if (code === '22P02' && name.includes('\\'))
    return `DATABASE_URL: the job queue cannot work in ${name}, because of the backslash; give the database another name`
  if (code === '42P01')
    return `DATABASE_URL: ${name} lacks a table of this release (${error.message}); run \`node dist/server/main.mjs migrate\``
  if (code === '42P07')
    return `DATABASE_URL: ${name} has tables of another program (${error.message}); name an empty database`
  if (code === '42501') return `DATABASE_URL: this user may not create tables in ${name} (${error.message})`
  // A missing socket is an ENOENT, like a missing file. Only `connect` distinguishes them.
  const isUnreachable = syscall === 'connect' || /^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET|57P0)/.test(code)
  // A refused parameter may have `timeout` in its name.
  if (!isUnreachable && 'severity' in error && error.severity === 'FATAL')
    return `DATABASE_URL: the database at ${host} refuses the connection (${error.message})`
  if (isUnreachable || /timeout|^Connection terminated/.test(error.message))
    return `DATABASE_URL: no database answers at ${host}; start it, or correct the address`
  if (/SSL|TLS|CERT/.test(code) || /ssl|certificate/i.test(error.message))
    return `DATABASE_URL: the server at ${host} and this URL disagree about TLS (${error.message})`
  return undefined
}

/** Commands that say by 2 that they did nothing. */
const MOVES = ['move-in', 'move-out']

/** Prints the error and exits with 1, or 2. An OperatorError prints its sentence, a bug everything known. */
export const exitWithError = (error: unknown, [command = '', option]: string[]): never => {
  console.error(error instanceof OperatorError ? error.message : error)
  if (command === 'doctor' && option === '--json') {
    const line = { name: 'Start', state: 'wrong', found: error instanceof Error ? error.message : '', nextStep: null }
    console.log(JSON.stringify({ isWell: false, lines: [line] }, null, 2))
  }
  process.exit(MOVES.includes(command) ? 2 : 1)
}
