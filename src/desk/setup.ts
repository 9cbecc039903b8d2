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
import {
  hasProgram,
  tryAddress,
  tryBucket,
  tryCanvas,
  tryCaptcha,
  tryCertificate,
  tryChat,
  tryDataFolder,
  tryMail,
  tryPrices,
  trySms,
  tryStripe,
  tryVideoHost,
} from './probes.ts'
import { listLines } from './reapplied-erasures.ts'
import {
  addressLine,
  appSecretLine,
  backupLine,
  certificateLine,
  clockLine,
  contentLine,
  type DatabaseFacts,
  databaseLine,
  deadJobsLine,
  ffmpegLine,
  folderLine,
  OLD_YEARS,
  openedLine,
  pgDumpLine,
  schoolSecretsLine,
  secretsLine,
  supportLine,
  toolKeyLine,
} from './rules/installation-lines.ts'
import {
  bucketLine,
  canvasLine,
  captchaLine,
  cardLine,
  chatLine,
  copyLine,
  mailLine,
  pricesLine,
  smsLine,
  videoLine,
  webhookLine,
} from './rules/service-lines.ts'
import { linesAsText, type SetupLine, testMail, untested } from './rules/setup-lines.ts'
import { findDatabaseFacts, findSchoolSecrets, findSetUpFacts, type SetUpFacts } from './store/setup-facts.ts'

const asWarning = ({ name, found, nextStep }: SetupLine): string => `${name}: ${found} ${nextStep ?? ''}`.trim()

/** Lists what is wrong where this process runs: an old PostgreSQL, a later schema, a wrong clock, folders that cannot be written. */
export const hostWarnings = async (db: Database, config: Config, schemaLater: boolean): Promise<string[]> => {
  if (config.demo) return []
  const facts = { ...(await findDatabaseFacts(db, systemClock.now())), schemaCurrent: true, schemaLater }
  const lines = [
    facts.kind === 'postgres' ? databaseLine(facts, false) : null,
    clockLine(facts),
    folderLine('Data folder', await tryDataFolder(config.dataDir)),
    'folder' in config.clips ? await readClipStorage(config) : null,
  ]
  return lines.flatMap(line => (line && line.state !== 'ok' ? [asWarning(line)] : []))
}

/** Lists what students would notice in production: sample content, and a school without what it needs. */
export const startWarnings = async (
  db: Database,
  { demo, outside, live, canvas, support }: Config,
): Promise<string[]> => {
  if (demo) return []
  if (!outside) return [asWarning(copyLine)]
  const { isSample, hostedSchools: hosted } = await findSetUpFacts(db, systemClock.now())
  return [
    contentLine(isSample, demo),
    supportLine(support.email, demo),
    ...(canvas || hosted === 0 ? [] : [canvasLine({ answer: null, demo, live, hosted })]),
  ].flatMap(line => (line.state === 'ok' ? [] : [asWarning(line)]))
}

interface Checked {
  /** The settings in use. Demo mode puts its practice services where there are none. */
  config: Config
  /** The sentence of the error if it could not be opened. */
  db: Database | string
  isDatabaseReady(db: Database): Promise<boolean>
  /** Returns true if a later release changed the schema. Only the doctor asks: a server says so when it starts. */
  isSchemaLater?(db: Database): Promise<boolean>
  /** Turns an error of the database into a sentence for the operator. */
  explain(error: unknown): string
  /** The origin at which the page was opened, from outside; the doctor has none. */
  openedAt?: string
  now: Date
}

const LIMIT_MS = 6000
const YEAR_MS = 365 * DAY_MS
const NOTHING: SetUpFacts = {
  lastEventAt: null,
  unansweredSince: null,
  events: { taken: 0, refused: 0 },
  deadJobs: 0,
  products: [],
  cardSchools: 0,
  hostedSchools: 0,
  toolKeyAt: null,
  isSample: false,
  backup: null,
  secrets: [],
}

type Test = [name: string, test: () => Promise<SetupLine | null> | SetupLine | null]

/** Tries every outside service at once, each for a bounded time. Changes nothing. */
export const checkSetup = async (checked: Checked): Promise<SetupLine[]> => {
  const { config, now } = checked
  const { demo, live, card, publicUrl, businessTimezone: timezone } = config
  const database = await withTimeout(LIMIT_MS, () => readDatabase(checked)).catch(checked.explain)
  const isKnown = typeof database !== 'string' && database.schemaCurrent
  const facts = isKnown && typeof checked.db !== 'string' ? await findSetUpFacts(checked.db, now) : NOTHING
  const { db } = checked
  const here: Test[] = [
    ['Database', () => databaseLine(database, demo)],
    ['Clock', () => clockLine(database)],
    ['Data folder', async () => folderLine('Data folder', await tryDataFolder(config.dataDir))],
    ['Clip storage', () => readClipStorage(config)],
    ['ffmpeg', async () => (demo ? null : ffmpegLine(await hasProgram('ffmpeg', config.programPath)))],
    ['pg_dump', () => (typeof database === 'string' ? null : readPgDump(config, db))],
    ['Your address', () => (checked.openedAt ? openedLine(checked.openedAt, publicUrl) : null)],
    ['LTI 1.3 key', () => toolKeyLine(facts.toolKeyAt, now)],
    ['APP_SECRET', () => readAppSecret(checked, isKnown)],
    ['Secrets', () => (demo ? null : secretsLine(facts.secrets, { now, timezone }))],
    ['School secrets', () => readSchoolSecrets(checked, isKnown)],
    ['Content', () => (isKnown ? contentLine(facts.isSample, demo) : null)],
    ['Backup', () => (isKnown && !demo ? backupLine(facts.backup, { now, timezone }) : null)],
    ['Background work', () => (isKnown ? deadJobsLine(facts.deadJobs) : null)],
    ['Support address', () => supportLine(config.support.email, demo)],
  ]
  const services: Test[] = [
    ['PUBLIC_URL', async () => addressLine(await tryAddress(publicUrl), demo)],
    ['Certificate', async () => certificateLine(await tryCertificate(publicUrl), { now, timezone })],
    ['Mail', async () => mailLine(await tryMail(config.mail.smtpUrl), demo)],
    ['Text messages', async () => smsLine(await trySms(config.twilio), demo)],
    [
      'Stripe',
      async () => cardLine({ answer: card && (await tryStripe(card)), demo, live, schools: facts.cardSchools }),
    ],
    ['Stripe webhook', () => (card && isKnown ? webhookLine({ ...facts, now, publicUrl, timezone }) : null)],
    ['Prices', async () => card && pricesLine(await tryPrices(card, facts.products, live))],
    [
      'Canvas',
      async () => canvasLine({ answer: await tryCanvas(config.canvas), demo, live, hosted: facts.hostedSchools }),
    ],
    ['Video host', async () => videoLine(await tryVideoHost(config.sproutvideo), demo)],
    ['Captcha', async () => captchaLine(config.captcha.provider, await tryCaptcha(config.captcha))],
    ['Chat', async () => chatLine(await tryChat(config.chat))],
  ]
  const tests: Test[] = [...here, ...(config.outside ? services : [['OUTSIDE', () => copyLine] satisfies Test])]
  const lines = await Promise.all(
    tests.map(([name, test]) => withTimeout(LIMIT_MS, async () => test()).catch(() => untested(name))),
  )
  return lines.filter(line => line !== null)
}

const readClipStorage = async ({ clips }: Config): Promise<SetupLine> =>
  's3' in clips
    ? bucketLine(clips.s3.bucket, await tryBucket(clips))
    : folderLine('Clip storage', await tryDataFolder(clips.folder))

/** Null for the embedded database, which needs no program. */
const readPgDump = async ({ databaseUrl, programPath }: Config, db: Database | string) =>
  databaseUrl && typeof db !== 'string' ? pgDumpLine(await tryPgDump(db, { databaseUrl, programPath })) : null

/** Null in demo mode, which may keep its secret in DATA_DIR. */
const readAppSecret = async ({ db, config }: Checked, isKnown: boolean): Promise<SetupLine | null> => {
  const { appSecret, demo } = config
  if (!isKnown || typeof db === 'string' || demo || !appSecret) return null
  const isOther = await checkAppSecret(db, { ...config, appSecret }).then(
    () => false,
    error => {
      if (error instanceof OperatorError) return true
      throw error
    },
  )
  return appSecretLine(!isOther)
}

const readSchoolSecrets = async ({ db, config, now }: Checked, isKnown: boolean): Promise<SetupLine | null> => {
  if (!isKnown || typeof db === 'string' || config.demo) return null
  const secrets = await findSchoolSecrets(db, new Date(now.getTime() - OLD_YEARS * YEAR_MS))
  return schoolSecretsLine(secrets, config.businessTimezone)
}

/** Turns an error of the database into a sentence, without its password. */
export const explainDatabase =
  (config: Config) =>
  (error: unknown): string => {
    const explained = explainStartError(error, config)
    return explained instanceof OperatorError ? `${explained.message}.` : 'It does not answer our test.'
  }

const readDatabase = async ({ db, isDatabaseReady, isSchemaLater }: Checked): Promise<DatabaseFacts | string> => {
  if (typeof db === 'string') return db
  const facts = await findDatabaseFacts(db, systemClock.now())
  const schemaCurrent = await isDatabaseReady(db).catch(error => {
    if (unwritable(error)) throw error
    return false
  })
  return { ...facts, schemaCurrent, schemaLater: schemaCurrent && ((await isSchemaLater?.(db)) ?? false) }
}

interface Doctor {
  config: Config
  /** For a program that reads the result. */
  asJson: boolean
  open(): Promise<Database>
  isDatabaseReady(db: Database): Promise<boolean>
  isSchemaLater(db: Database): Promise<boolean>
}

/**
 * `doctor` prints every setting and the test of every outside service. Returns whether nothing is wrong. A
 * database that cannot be opened is one of the lines.
 */
export const doctorCommand = async (
  { config, asJson, open, isDatabaseReady, isSchemaLater }: Doctor,
  print: (line: string) => void,
) => {
  const explain = explainDatabase(config)
  const db = await open().catch(explain)
  try {
    const lines = await checkSetup({ config, db, isDatabaseReady, isSchemaLater, explain, now: systemClock.now() })
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

/** Tries every outside service, and lists which settings have a value. `openedAt` is where staff opened the page. */
export const openSetup = async (
  { db, config, isDatabaseReady, clock }: Needs<'clock' | 'config' | 'db' | 'isDatabaseReady'>,
  staff: Staff,
  openedAt: string,
) => {
  demand(staff, 'manage')
  const explain = explainDatabase(config)
  const lines = await checkSetup({ config, db, isDatabaseReady, explain, openedAt, now: clock.now() })
  return {
    lines,
    canBackUp: db.kind === 'embedded',
    given: config.given,
    absent: settingNames.filter(name => !config.given.includes(name)),
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
