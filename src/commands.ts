import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Config, ConfigError } from './config.ts'
import { systemClock } from './core/clock.ts'
import type { Database } from './core/db/db.ts'
import { makeFolder } from './core/folders.ts'
import { makeLog, outsideRequest } from './core/log.ts'
import { OperatorError } from './core/rules/operator-error.ts'
import { exitWithError, explainStartError } from './core/start-error.ts'

interface Run {
  config: Config
  root: string
  migrationsFolder: string
}

/** Makes the secret of demo mode once and keeps it beside the data it protects. */
const withSecret = async (config: Config): Promise<Config & { appSecret: string }> => {
  if (config.appSecret) return { ...config, appSecret: config.appSecret }
  const file = join(config.dataDir, 'app-secret')
  const { mintSecret } = await import('./core/crypto.ts')
  await makeFolder(config.dataDir)
  await writeFile(file, mintSecret(), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return { ...config, appSecret: await readFile(file, 'utf8') }
}

/** Refuses an APP_SECRET that does not open the database, before a command works with it. */
const demandSecret = async (db: Database, secrets: Config & { appSecret: string }): Promise<void> => {
  const { checkAppSecret } = await import('./schools/consumers.ts')
  await checkAppSecret(db, secrets)
}

const openIn = (root: string) => async (config: Config, log: ReturnType<typeof makeLog>) => {
  const { openDatabase } = await import('./core/db/db.ts')
  return openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: config.databasePool,
    template: join(root, 'dist/database'),
    // The connection was opened during a request; its errors do not belong to that request.
    onBroken: err => outsideRequest(() => log.error({ err }, 'a database connection broke')),
  })
}

/** Opens the database for a command, and closes it at its end. */
const withDatabase = async <T>(
  { config, root }: Run,
  work: (db: Database) => Promise<T>,
  level = 'error',
): Promise<T> => {
  const db = await openIn(root)(config, makeLog(level))
  return work(db).finally(() => db.close())
}

/** The same, with the newest schema. */
const withMigrated = async <T>(run: Run, work: (db: Database) => Promise<T>, level?: string): Promise<T> => {
  const { migrateDatabase } = await import('./core/db/migrations.ts')
  const { prepareJobs } = await import('./core/jobs/queue.ts')
  const migrated = async (db: Database) => {
    await migrateDatabase(db, run.migrationsFolder, prepareJobs)
    return work(db)
  }
  return withDatabase(run, migrated, level)
}

const migrate = (run: Run): Promise<void> =>
  withMigrated(run, async () => console.log('The database has the newest schema.'), run.config.logLevel)

const serve = async ({ config, root, migrationsFolder }: Run): Promise<void> => {
  const { serveUntilStopped } = await import('./serve.ts')
  const clientFolder = join(root, 'dist/client')
  await serveUntilStopped({
    config: await withSecret(config),
    root,
    migrationsFolder,
    clientFolder,
    open: openIn(root),
  })
}

/** `content check [DIR]` needs no database; `content import [DIR]` changes all or nothing (docs/rules/operations.md). */
const content = async (run: Run, [verb, named]: string[]): Promise<void> => {
  const { videoHosts, clips, logLevel } = run.config
  const { checkFolder, importFolder } = await import('./signs/content-command.ts')
  const shipped = join(run.root, 'content')
  const folder = named === undefined ? shipped : resolve(named)
  if (verb === 'check') return checkFolder(folder, videoHosts)
  if (verb !== 'import') throw new OperatorError('content: use it as `content check [DIR]` or `content import [DIR]`')
  await checkFolder(folder, videoHosts)
  await migrate(run)
  const { makeClipStorage } = await import('./signs/clips/storage.ts')
  const given = { folder, videoHosts, store: makeClipStorage(clips).put }
  await withDatabase(run, db => importFolder(db, given, folder === shipped ? 'shipped' : 'own'), logLevel)
}

const staff = async (run: Run, args: string[]): Promise<void> => {
  const { staffCommand } = await import('./accounts/staff.ts')
  await withMigrated(run, async db => {
    await markDemo(run, db)
    for (const line of await staffCommand(db, args)) console.log(line)
  })
}

/** Marks a database that a command of demo mode fills. */
const markDemo = async ({ config }: Run, db: Database): Promise<void> => {
  if (!config.demo) return
  const { markDemoDatabase } = await import('./practice/index.ts')
  await markDemoDatabase(db)
}

/** `erasures list` prints who was erased, as keyed hashes; `erasures apply FILE` erases them again after a restore. */
const erasures = async (run: Run, args: string[]): Promise<void> => {
  const { erasuresCommand } = await import('./desk/reapplied-erasures.ts')
  const secrets = await withSecret(run.config)
  await withMigrated(run, async db => {
    await demandSecret(db, secrets)
    for await (const line of erasuresCommand(db, secrets, args)) console.log(line)
  })
}

/** `backup FOLDER` writes a copy of the database and beside it the list of erased people. */
const backup = async (run: Run, [folder]: string[]): Promise<void> => {
  if (!folder) throw new OperatorError('backup: use it as `node dist/server/main.mjs backup FOLDER`')
  const { backUp } = await import('./core/backups.ts')
  const { listLines } = await import('./desk/reapplied-erasures.ts')
  const { databaseUrl, programPath } = run.config
  await withDatabase(run, async db => {
    const { file, bytes, isAudited } = await backUp(db, {
      folder: resolve(folder),
      ...{ databaseUrl, programPath, actor: 'system', erased: listLines(db), now: systemClock.now() },
    })
    console.log(`${file} (${bytes} bytes)`)
    if (!isAudited) console.log('Not in the audit, because this database takes no changes.')
  })
}

/** `restore FILE` fills an empty database. */
const restore = async ({ config }: Run, [file]: string[]): Promise<void> => {
  if (!file) throw new OperatorError('restore: use it as `node dist/server/main.mjs restore FILE`')
  const { restore } = await import('./core/backups.ts')
  await restore({ ...config, file: resolve(file) })
  console.log(
    'Restored. Before the site opens: `node dist/server/main.mjs migrate`, then `node dist/server/main.mjs erasures apply` with the newest list.',
  )
}

/** Encrypts everything again with APP_SECRET, so that APP_SECRET_PREVIOUS can go. */
const reseal = async (run: Run): Promise<void> => {
  const { resealSecrets } = await import('./core/reseal-secrets.ts')
  const secrets = await withSecret(run.config)
  const count = await withDatabase(run, async db => {
    await demandSecret(db, secrets)
    return resealSecrets(db, secrets)
  })
  console.log(`Encrypted again: ${count}. APP_SECRET_PREVIOUS is not needed any more.`)
}

type MovingApp = Parameters<typeof import('./moving/move-in.ts').moveIn>[0] & { appSecret: string }

/** Runs work with the parts of a running server that a move needs. The database has the newest schema. */
const withMoving = async (run: Run, work: (app: MovingApp) => Promise<void>): Promise<void> => {
  const { makeReadinessCheck } = await import('./core/db/migrations.ts')
  const { ALL_QUEUES } = await import('./core/jobs/kinds.ts')
  const { fingerprintsOf, makeVault } = await import('./core/crypto.ts')
  const { addressFault, isOwnOfMachine } = await import('./core/outbound.ts')
  const { makeSproutVideo } = await import('./signs/video-host.ts')
  const { config, migrationsFolder } = run
  const secrets = await withSecret(config)
  await withDatabase(run, async db => {
    if (!(await makeReadinessCheck(migrationsFolder, ALL_QUEUES)(db)))
      throw new OperatorError('The database has not the newest schema. Run `node dist/server/main.mjs migrate` first.')
    await demandSecret(db, secrets)
    await work({
      ...{
        db,
        log: makeLog('error'),
        clock: systemClock,
        timezone: config.businessTimezone,
        appSecret: secrets.appSecret,
      },
      hostedConsumerPrefix: config.hostedConsumerPrefix,
      fingerprints: fingerprintsOf(secrets),
      secrets: makeVault(secrets, 'consumer secret'),
      keyVault: makeVault(secrets, 'tool keys'),
      video: config.sproutvideo ? makeSproutVideo(config.sproutvideo) : null,
      addressFault: address => addressFault(address, config.demo ? isOwnOfMachine : () => false),
    })
  })
}

/** Prints text, and waits while whoever reads it is slower. */
const say = async (text: string): Promise<void> => {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

/** Asks on standard error, and returns one line of standard input; '' if it ends. */
const askLine = async (question: string): Promise<string> => {
  process.stderr.write(question)
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

/** `move-in FOLDER [--write] [--update [--yes]] [--report FILE]` (docs/moving-in.md). */
const moveIn = async (run: Run, args: string[]): Promise<void> => {
  const options = { write: { type: 'boolean' }, update: { type: 'boolean' }, yes: { type: 'boolean' } } as const
  const { values, folder } = readArguments(
    { args, options: { ...options, report: { type: 'string' } } },
    'move-in: use it as `node dist/server/main.mjs move-in FOLDER [--write] [--update [--yes]] [--report FILE]`',
  )
  const { moveIn } = await import('./moving/move-in.ts')
  await withMoving(run, async app => {
    if (values.write) await markDemo(run, app.db)
    process.exitCode = await moveIn(app, {
      ...{ folder: resolve(folder), report: typeof values.report === 'string' ? resolve(values.report) : null, say },
      ...{ writes: values.write === true, updates: values.update === true },
      confirms: async () =>
        values.yes === true ||
        (await askLine('Overwrite what is different? Type yes: ')).trim().toLowerCase() === 'yes',
    })
  })
}

/** `move-out FOLDER [--secrets]` (docs/moving-in.md). */
const moveOut = async (run: Run, args: string[]): Promise<void> => {
  const { values, folder } = readArguments(
    { args, options: { secrets: { type: 'boolean' } } },
    'move-out: use it as `node dist/server/main.mjs move-out FOLDER [--secrets]`',
  )
  const { moveOut } = await import('./moving/move-out.ts')
  const { timingSafeBytesEqual } = await import('./core/crypto.ts')
  await withMoving(run, async app => {
    if (values.secrets) {
      const typed = await askLine('APP_SECRET: ')
      if (!timingSafeBytesEqual(Buffer.from(typed), Buffer.from(app.appSecret)))
        throw new OperatorError('move-out: this is not the APP_SECRET of this server; nothing was written')
    }
    await moveOut(app, { folder: resolve(folder), withSecrets: values.secrets === true, say })
  })
}

/** Reads the options of a command with one folder. Throws OperatorError with the usage. */
const readArguments = <O extends ParseArgsConfig>(given: O, usage: string) => {
  try {
    const { values, positionals } = parseArgs({ ...given, allowPositionals: true })
    const [folder, ...more] = positionals
    if (folder && more.length === 0) return { values, folder }
  } catch {
    // The usage says what is wrong.
  }
  throw new OperatorError(usage)
}

/** `demo:term` fills a database of demo mode with a term of practice data. */
const demoTerm = async (run: Run): Promise<void> => {
  const { config } = run
  if (!config.demo) throw new OperatorError('demo:term: works in demo mode only, because everybody may see its data')
  const { fillTerm, requireDemoDatabase, seedDemo, TERM } = await import('./practice/index.ts')
  const { makeVault } = await import('./core/crypto.ts')
  const secrets = makeVault(await withSecret(config), 'consumer secret')
  const { businessTimezone: timezone } = config
  await withMigrated(run, async db => {
    await requireDemoDatabase(db)
    await seedDemo(db, secrets, timezone, systemClock.now())
    const added = await fillTerm({ db, clock: systemClock, timezone, secrets })
    console.log(
      added === 0
        ? 'The practice data is here already.'
        : `Added ${added} schools of a term with ${TERM.courses} courses and ${TERM.students} students.`,
    )
  })
}

/** Prints what is not set up. Exits with 1 if something is wrong. */
const doctor = async ({ config, root, migrationsFolder }: Run, [option]: string[]): Promise<void> => {
  if (option !== undefined && option !== '--json')
    throw new OperatorError('doctor: use it as `doctor` or `doctor --json`')
  const { isSchemaLater, makeReadinessCheck } = await import('./core/db/migrations.ts')
  const { ALL_QUEUES } = await import('./core/jobs/kinds.ts')
  const { doctorCommand } = await import('./desk/setup.ts')
  const isDatabaseReady = makeReadinessCheck(migrationsFolder, ALL_QUEUES)
  const open = () => openIn(root)(config, makeLog('silent'))
  const checks = { isDatabaseReady, isSchemaLater: (db: Database) => isSchemaLater(db, migrationsFolder) }
  const isWell = await doctorCommand({ config, asJson: option === '--json', open, ...checks }, line =>
    console.log(line),
  )
  process.exitCode = isWell ? 0 : 1
}

const commands: Record<string, (run: Run, args: string[]) => Promise<void>> = {
  serve,
  migrate,
  staff,
  content,
  erasures,
  backup,
  restore,
  reseal,
  doctor,
  'move-in': moveIn,
  'move-out': moveOut,
  'demo:term': demoTerm,
}

/** Most arguments of the commands that do not read them themselves. */
const MOST_ARGUMENTS: Record<string, number> = {
  ...{ serve: 0, migrate: 0, reseal: 0, 'demo:term': 0 },
  ...{ backup: 1, restore: 1, content: 2 },
}

/** All that the command line may ask for. Heavy parts are loaded by the command that needs them. */
export const runCommand = async (run: Run, name: string, args: string[]): Promise<void> => {
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command)
      throw new ConfigError([`${name}: there is no such command; there are ${Object.keys(commands).join(', ')}`])
    const [surplus] = args.slice(MOST_ARGUMENTS[name] ?? args.length)
    if (surplus !== undefined) throw new OperatorError(`${name}: it takes no ${JSON.stringify(surplus)}`)
    await command(run, args)
  } catch (error) {
    exitWithError(explainStartError(error, run.config), [name, ...args])
  }
}
