import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '#src/config.ts'
import type { Needs } from '#src/context.ts'
import { type Backup, backUp, tryPgDump } from '#src/core/backups.ts'
import { systemClock, withTimeout } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import { unwritable } from '#src/core/db/transactions.ts'
import { OperatorError } from '#src/core/rules/operator-error.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { settingNames } from '#src/core/settings.ts'
import { explainStartError } from '#src/core/start-error.ts'
import { checkAppSecret } from '#src/schools/consumers.ts'
import * as probes from './probes.ts'
import { listLines } from './reapplied-erasures.ts'
import * as host from './rules/installation-lines.ts'
import * as services from './rules/service-lines.ts'
import { linesAsText, ok, type SetupLine, testMail, untested, type Verdict } from './rules/setup-lines.ts'
import { findDatabaseFacts, findSchoolSecrets, findSetUpFacts, type SetUpFacts } from './store/setup-facts.ts'

const LIMIT_MS = 6000
const YEAR_MS = 365 * DAY_MS

/** A check with the name of its line. It has no line if the check gives null. */
type Test = [name: string, test: () => Promise<Verdict | null> | Verdict | null]

/** Runs checks at once, each for a bounded time. */
const run = async (tests: Test[]): Promise<SetupLine[]> => {
  const lines = tests.map(async ([name, test]) => {
    const verdict = await withTimeout(LIMIT_MS, async () => test()).catch(() => untested)
    return verdict && { name, ...verdict }
  })
  return (await Promise.all(lines)).filter(line => line !== null)
}

/** Returns what the checks found that is not well, for the log and for Today. */
const warn = async (tests: Test[]): Promise<string[]> =>
  (await run(tests))
    .filter(({ state }) => state !== 'ok')
    .map(({ name, found, nextStep }) => `${name}: ${found} ${nextStep}`)

/** Lists what is wrong where this process runs: an old PostgreSQL, a later schema, a wrong clock, folders that cannot be written. */
export const hostWarnings = async (db: Database, config: Config, schemaLater: boolean): Promise<string[]> => {
  if (config.demo) return []
  const facts = { ...(await findDatabaseFacts(db, systemClock.now())), schemaCurrent: true, schemaLater }
  return warn([
    ['Database', () => (facts.kind === 'postgres' ? host.databaseLine(facts, false) : null)],
    ['Clock', () => host.clockLine(facts)],
    ['Data folder', async () => host.folderLine(await probes.tryDataFolder(config.dataDir))],
    ['Clip storage', () => ('folder' in config.clips ? readClipStorage(config) : null)],
  ])
}

/** Lists what students would notice in production: sample content, and a school without what it needs. */
export const startWarnings = async (
  db: Database,
  { demo, outside, live, canvas, support }: Config,
): Promise<string[]> => {
  if (demo || !outside) return []
  const { isSample, hostedSchools: schools } = await findSetUpFacts(db, systemClock.now())
  return warn([
    ['Content', () => host.contentLine(isSample, demo)],
    ['Support address', () => host.supportLine(support.email, demo)],
    ['Canvas', () => (canvas || schools === 0 ? null : services.canvasLine({ answer: null, demo, live, schools }))],
  ])
}

interface Checked {
  /** The settings in use. Demo mode puts its practice services where there are none. */
  config: Config
  /** The sentence of the error if it could not be opened. */
  db: Database | string
  isDatabaseReady(db: Database): Promise<boolean>
  /** Returns true if a later release changed the schema. Only the doctor asks: a server says so when it starts. */
  isSchemaLater?(db: Database): Promise<boolean>
  /** The origin at which the page was opened, from outside; the doctor has none. */
  openedAt?: string
  now: Date
}

/** Shown by a copy in place of all services. */
const COPY = ok(
  'Off: this is a copy. No service is called, mail is written to DATA_DIR/outbox, and jobs that would call one are left alone.',
)

/** Tries every outside service at once, each for a bounded time. Changes nothing. */
export const checkSetup = async (checked: Checked): Promise<SetupLine[]> => {
  const { config } = checked
  const database = await withTimeout(LIMIT_MS, () => readDatabase(checked)).catch(explainDatabase(config))
  const isKnown = typeof database !== 'string' && database.schemaCurrent
  const db = isKnown && typeof checked.db !== 'string' ? checked.db : null
  const facts = db && (await findSetUpFacts(db, checked.now))
  const here = db && facts ? testsOfDatabase(checked, db, facts) : []
  const outside: Test[] = config.outside ? testsOfServices(checked, facts) : [['OUTSIDE', () => COPY]]
  return run([
    ['Database', () => host.databaseLine(database, config.demo)],
    ...testsOfHost(checked, database),
    ...here,
    ...outside,
  ])
}

/** Checks of the machine, beside those of the database. */
const testsOfHost = ({ config, db, openedAt }: Checked, database: host.DatabaseFacts | string): Test[] => {
  const { demo, publicUrl, databaseUrl, programPath } = config
  const isOpen = typeof db !== 'string' && typeof database !== 'string'
  return [
    ['Clock', () => host.clockLine(database)],
    ['Data folder', async () => host.folderLine(await probes.tryDataFolder(config.dataDir))],
    ['Clip storage', () => readClipStorage(config)],
    ['ffmpeg', async () => (demo ? null : host.ffmpegLine(await probes.hasProgram('ffmpeg', programPath)))],
    // The embedded database needs no program.
    [
      'pg_dump',
      async () => (isOpen && databaseUrl ? host.pgDumpLine(await tryPgDump(db, { databaseUrl, programPath })) : null),
    ],
    ['Your address', () => (openedAt ? host.openedLine(openedAt, publicUrl) : null)],
    ['Support address', () => host.supportLine(config.support.email, demo)],
  ]
}

/** Checks of what is in the database. Demo mode may keep its secret in DATA_DIR, and is not backed up. */
const testsOfDatabase = ({ config, now }: Checked, db: Database, facts: SetUpFacts): Test[] => {
  const { appSecret, demo, businessTimezone: timezone } = config
  const always: Test[] = [
    ['LTI 1.3 key', () => host.toolKeyLine(facts.toolKeyAt, now)],
    ['Content', () => host.contentLine(facts.isSample, demo)],
    ['Background work', () => host.deadJobsLine(facts.deadJobs)],
  ]
  if (demo) return always
  const old = new Date(now.getTime() - host.OLD_YEARS * YEAR_MS)
  return [
    ...always,
    [
      'APP_SECRET',
      async () => (appSecret ? host.appSecretLine(await opensSecrets(db, { ...config, appSecret })) : null),
    ],
    ['Secrets', () => host.secretsLine(facts.secrets, { now, timezone })],
    ['School secrets', async () => host.schoolSecretsLine((await findSchoolSecrets(db, old))[0], timezone)],
    ['Backup', () => host.backupLine(facts.backup, { now, timezone })],
  ]
}

/** Checks of the outside services. `facts` is null if the database is not known. */
const testsOfServices = ({ config, now }: Checked, facts: SetUpFacts | null): Test[] => {
  const { demo, live, card, publicUrl, businessTimezone: timezone } = config
  const { products = [], cardSchools = 0, hostedSchools = 0 } = facts ?? {}
  return [
    ['PUBLIC_URL', async () => host.addressLine(await probes.tryAddress(publicUrl), demo)],
    ['Certificate', async () => host.certificateLine(await probes.tryCertificate(publicUrl), { now, timezone })],
    ['Mail', async () => services.mailLine(await probes.tryMail(config.mail.smtpUrl), demo)],
    ['Text messages', async () => services.smsLine(await probes.trySms(config.twilio), demo)],
    [
      'Stripe',
      async () =>
        services.cardLine({ answer: card && (await probes.tryStripe(card)), demo, live, schools: cardSchools }),
    ],
    ['Stripe webhook', () => (card && facts ? services.webhookLine({ ...facts, now, publicUrl, timezone }) : null)],
    ['Prices', async () => card && services.pricesLine(await probes.tryPrices(card, products, live))],
    [
      'Canvas',
      async () =>
        services.canvasLine({ answer: await probes.tryCanvas(config.canvas), demo, live, schools: hostedSchools }),
    ],
    ['Video host', async () => services.videoLine(await probes.tryVideoHost(config.sproutvideo), demo)],
    ['Captcha', async () => services.captchaLine(config.captcha.provider, await probes.tryCaptcha(config.captcha))],
    ['Chat', async () => services.chatLine(await probes.tryChat(config.chat))],
  ]
}

const readClipStorage = async ({ clips }: Config): Promise<Verdict> =>
  's3' in clips
    ? services.bucketLine(clips.s3.bucket, await probes.tryBucket(clips))
    : host.folderLine(await probes.tryDataFolder(clips.folder))

const opensSecrets = (...given: Parameters<typeof checkAppSecret>): Promise<boolean> =>
  checkAppSecret(...given).then(
    () => true,
    error => {
      if (error instanceof OperatorError) return false
      throw error
    },
  )

/** Turns an error of the database into a sentence, without its password. */
const explainDatabase =
  (config: Config) =>
  (error: unknown): string => {
    const explained = explainStartError(error, config)
    return explained instanceof OperatorError ? `${explained.message}.` : 'It does not answer our test.'
  }

const readDatabase = async ({ db, isDatabaseReady, isSchemaLater }: Checked): Promise<host.DatabaseFacts | string> => {
  if (typeof db === 'string') return db
  const facts = await findDatabaseFacts(db, systemClock.now())
  const schemaCurrent = await isDatabaseReady(db).catch(error => {
    if (unwritable(error)) throw error
    return false
  })
  return { ...facts, schemaCurrent, schemaLater: schemaCurrent && ((await isSchemaLater?.(db)) ?? false) }
}

interface Doctor extends Required<Pick<Checked, 'config' | 'isDatabaseReady' | 'isSchemaLater'>> {
  /** For a program that reads the result. */
  asJson: boolean
  open(): Promise<Database>
}

/**
 * `doctor` prints every setting and the test of every outside service. Returns whether nothing is wrong. A
 * database that cannot be opened is one of the lines.
 */
export const doctorCommand = async (
  { config, asJson, open, isDatabaseReady, isSchemaLater }: Doctor,
  print: (line: string) => void,
) => {
  const db = await open().catch(explainDatabase(config))
  try {
    const lines = await checkSetup({ config, db, isDatabaseReady, isSchemaLater, now: systemClock.now() })
    const isWell = lines.every(line => line.state !== 'wrong')
    const absent = settingNames.filter(name => !config.given.includes(name))
    if (asJson) {
      print(JSON.stringify({ isWell, lines, given: config.given, absent }, null, 2))
      return isWell
    }
    for (const line of linesAsText(lines)) print(line)
    print(`\nSettings with a value: ${config.given.join(' ') || 'none'}`)
    print(`Default: ${absent.join(' ')}`)
    return isWell
  } finally {
    if (typeof db !== 'string') await db.close()
  }
}

/** Tries every outside service. `openedAt` is where staff opened the page. */
export const openSetup = async (
  { db, config, isDatabaseReady, clock }: Needs<'clock' | 'config' | 'db' | 'isDatabaseReady'>,
  staff: Staff,
  openedAt: string,
) => {
  demand(staff, 'manage')
  return {
    lines: await checkSetup({ config, db, isDatabaseReady, openedAt, now: clock.now() }),
    /** No command can copy an embedded database while the server runs. */
    canBackUp: db.kind === 'embedded',
  }
}

/** Sends one message to the manager who asks. Says how the mail server answered. */
export const sendTestMail = async (
  { mail, clock, log, config }: Needs<'clock' | 'config' | 'log' | 'mail'>,
  staff: Staff,
): Promise<'sent' | 'refused' | 'failed'> => {
  demand(staff, 'manage')
  try {
    return await mail({ id: randomUUID(), at: clock.now(), to: staff.email, ...testMail(config.publicUrl) })
  } catch (err) {
    log.warn({ err }, 'the test mail could not be sent')
    return 'failed'
  }
}

/**
 * Writes a copy of the embedded database into DATA_DIR/backups, where nobody can run a command beside the server. Null on
 * PostgreSQL.
 */
export const writeBackup = async (
  { db, clock, config }: Needs<'clock' | 'config' | 'db'>,
  staff: Staff,
): Promise<Backup | null> => {
  demand(staff, 'manage')
  if (db.kind !== 'embedded') return null
  return backUp(db, {
    folder: join(config.dataDir, 'backups'),
    ...{ databaseUrl: undefined, programPath: undefined },
    actor: `staff:${staff.id}`,
    erased: listLines(db),
    now: clock.now(),
  })
}
