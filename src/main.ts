import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Config, ConfigError, parseConfig } from './config.ts'
import { OperatorError } from './domain/operator-error.ts'
import { inNoRequest, makeLog } from './log.ts'
import { explainStart } from './start-problem.ts'

/** The only reader of the environment and of the command line, but for the build. Heavy parts are loaded by the command that needs them. */
const root = (() => {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) {
    if (folder === dirname(folder)) throw new Error(`no package.json above ${import.meta.dirname}`)
    folder = dirname(folder)
  }
  return folder
})()

const migrationsFolder = join(root, 'migrations')
const clientFolder = join(root, 'dist/client')
const template = join(root, 'dist/database')

/** In demo mode the secret is made once and kept beside the data it protects (contract.md, Settings). */
const withSecret = async (config: Config): Promise<Config & { appSecret: string }> => {
  if (config.appSecret) return { ...config, appSecret: config.appSecret }
  const file = join(config.dataDir, 'app-secret')
  const { mintSecret } = await import('./crypto.ts')
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await writeFile(file, mintSecret(), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return { ...config, appSecret: await readFile(file, 'utf8') }
}

const open = async (config: Config, log: ReturnType<typeof makeLog>) => {
  const { openDatabase } = await import('./store/db.ts')
  return openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    template,
    // It was made while some request waited for it.
    onBroken: err => inNoRequest(() => log.error({ err }, 'a database connection broke')),
  })
}

const migrate = async (config: Config): Promise<void> => {
  const { migrateDatabase } = await import('./store/migrate.ts')
  const { prepareJobs } = await import('./jobs/queue.ts')
  const db = await open(config, makeLog(config.logLevel))
  await migrateDatabase(db, migrationsFolder, prepareJobs).finally(() => db.close())
  console.log('The database has the newest schema.')
}

const serve = async (given: Config): Promise<void> => {
  const { serveUntilStopped } = await import('./serve.ts')
  await serveUntilStopped({ config: await withSecret(given), root, migrationsFolder, clientFolder, open })
}

/** `content check [DIR]` needs no database; `content import [DIR]` changes all or nothing (contract.md, Commands). */
const content = async (config: Config, [verb, given]: string[]): Promise<void> => {
  const { checkFolder, importFolder } = await import('./content-command.ts')
  const shipped = join(root, 'content')
  const folder = given === undefined ? shipped : resolve(given)
  if (verb === 'check') return checkFolder(folder, config.videoHosts)
  if (verb !== 'import') throw new OperatorError('content: use it as `content check [DIR]` or `content import [DIR]`')
  await checkFolder(folder, config.videoHosts)
  await migrate(config)
  const db = await open(config, makeLog(config.logLevel))
  await importFolder(db, { folder, videoHosts: config.videoHosts }, folder === shipped ? 'shipped' : 'own').finally(
    () => db.close(),
  )
}

const staff = async (config: Config, args: string[]): Promise<void> => {
  const { staffCommand } = await import('./staff-command.ts')
  const { migrateDatabase } = await import('./store/migrate.ts')
  const { prepareJobs } = await import('./jobs/queue.ts')
  const db = await open(config, makeLog('error'))
  try {
    await migrateDatabase(db, migrationsFolder, prepareJobs)
    for (const line of await staffCommand(db, args)) console.log(line)
  } finally {
    await db.close()
  }
}

const commands: Record<string, (config: Config, args: string[]) => Promise<void>> = { serve, migrate, staff, content }

const run = async (name = 'serve', ...args: string[]): Promise<void> => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command)
    throw new ConfigError([`${name}: there is no such command; there are ${Object.keys(commands).join(', ')}`])
  const config = parseConfig(process.env)
  await command(config, args).catch(error => {
    throw explainStart(error, config)
  })
}

run(...process.argv.slice(2)).catch(error => {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exit(1)
})
