import type { Config } from './config.ts'
import { OperatorError } from './domain/operator-error.ts'
import { databaseAt } from './settings.ts'

/** What a failed start tells the operator: the setting, what is wrong, what to do. Other errors are bugs and stay as they are. */
export const explainStart = (error: unknown, config: Config): unknown => {
  if (!(error instanceof Error) || error instanceof OperatorError) return error
  const { code = '', syscall = '', path = '' } = error as NodeJS.ErrnoException
  const sentence =
    syscall === 'listen' || (syscall === 'getaddrinfo' && (error as { hostname?: string }).hostname === config.host)
      ? aboutListening(code, config)
      : path.startsWith(config.dataDir)
        ? `DATA_DIR: ${config.dataDir} cannot be used as a folder of this user (${code})`
        : config.databaseUrl && aboutDatabase(error, code, config.databaseUrl)
  return sentence ? new OperatorError(sentence) : error
}

const aboutListening = (code: string, { host, port }: Config): string | undefined => {
  if (code === 'EADDRINUSE') return `PORT: ${port} is taken by another program; choose another PORT`
  if (code === 'EACCES') return `PORT: this user may not listen on ${port}; choose one above 1023`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST: ${host} is no address of this machine`
  return undefined
}

/** By the codes of the network and of PostgreSQL (its Appendix A). User and password stay out of the sentence. */
const aboutDatabase = (error: Error, code: string, address: string): string | undefined => {
  const { host, name } = databaseAt(address) ?? { host: 'that address', name: 'it' }
  if (/^28/.test(code)) return `DATABASE_URL: the database at ${host} refuses this user or password`
  if (code === '3D000') return `DATABASE_URL: the server at ${host} has no database named ${name}`
  if (code === '42501') return `DATABASE_URL: this user may not make tables in ${name} (${error.message})`
  // A socket that is not there is an ENOENT, and only `connect` tells it from a file.
  const isAway = 'syscall' in error && error.syscall === 'connect'
  if (isAway || /^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET|57P03)/.test(code) || /timeout/.test(error.message))
    return `DATABASE_URL: no database answers at ${host}; start it, or correct the address`
  if (/SSL/.test(error.message)) return `DATABASE_URL: the server at ${host} and this address disagree about TLS`
  return undefined
}

/** Ends the program: an operator reads a sentence, of a bug all that is known. */
export const endWith = (error: unknown): never => {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exit(1)
}
