import type { Config } from '#src/config.ts'
import { systemClock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import { OperatorError } from '#src/core/rules/operator-error.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { explainStartError } from '#src/core/start-error.ts'
import { withTimeout } from '#src/core/with-timeout.ts'
import { tryAddress } from './probes/address.ts'
import { tryCanvas } from './probes/canvas.ts'
import { tryCaptcha } from './probes/captcha.ts'
import { tryChat } from './probes/chat.ts'
import { tryDataFolder } from './probes/data-folder.ts'
import { tryMail } from './probes/mail.ts'
import { trySms } from './probes/sms.ts'
import { tryPrices, tryStripe } from './probes/stripe.ts'
import { tryVideoHost } from './probes/video.ts'
import {
  addressLine,
  backupLine,
  clockLine,
  contentLine,
  type DatabaseFacts,
  databaseLine,
  dataFolderLine,
  openedLine,
  supportLine,
  toolKeyLine,
} from './rules/installation-lines.ts'
import { OLD_YEARS, schoolSecretsLine } from './rules/school-secrets.ts'
import { secretsLine } from './rules/secret-ages.ts'
import {
  canvasLine,
  captchaLine,
  cardLine,
  chatLine,
  mailLine,
  pricesLine,
  smsLine,
  videoLine,
  webhookLine,
} from './rules/service-lines.ts'
import { type SetupLine, untested } from './rules/setup-line.ts'
import { findSchoolSecrets } from './store/school-secrets.ts'
import { findDatabaseFacts, findSetUpFacts, type SetUpFacts } from './store/setup-facts.ts'

/** The settings in use. Demo mode puts its practice services where there are none. */
type SetupConfig = Config

interface Checked {
  config: SetupConfig
  /** The sentence of the error if it could not be opened. */
  db: Database | string
  isDatabaseReady(db: Database): Promise<boolean>
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
  lastCheckoutAt: null,
  products: [],
  cardSchools: 0,
  hostedSchools: 0,
  toolKeyAt: null,
  isSample: false,
  backup: null,
  secrets: [],
}

/** Tries every outside service at once, each for a bounded time. Changes nothing. */
export const checkSetup = async (checked: Checked): Promise<SetupLine[]> => {
  const { config, now } = checked
  const { demo, live, card, publicUrl, businessTimezone: timezone } = config
  const database = await withTimeout(LIMIT_MS, () => readDatabase(checked)).catch(checked.explain)
  const isKnown = typeof database !== 'string' && database.schemaCurrent
  const facts = isKnown && typeof checked.db !== 'string' ? await findSetUpFacts(checked.db) : NOTHING
  const tests: [name: string, test: () => Promise<SetupLine | null> | SetupLine | null][] = [
    ['Database', () => databaseLine(database, demo)],
    ['Clock', () => clockLine(database)],
    ['Data folder', async () => dataFolderLine(await tryDataFolder(config.dataDir))],
    ['PUBLIC_URL', async () => addressLine(await tryAddress(publicUrl), demo)],
    ['Your address', () => (checked.openedAt ? openedLine(checked.openedAt, publicUrl) : null)],
    ['LTI 1.3 key', () => toolKeyLine(facts.toolKeyAt, now)],
    ['Secrets', () => (demo ? null : secretsLine(facts.secrets, { now, timezone }))],
    ['School secrets', () => readSchoolSecrets(checked, isKnown)],
    ['Content', () => (isKnown ? contentLine(facts.isSample, demo) : null)],
    ['Backup', () => (isKnown && !demo ? backupLine(facts.backup, { now, timezone }) : null)],
    ['Support address', () => supportLine(config.support.email, demo)],
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
  const lines = await Promise.all(
    tests.map(([name, test]) => withTimeout(LIMIT_MS, async () => test()).catch(() => untested(name))),
  )
  return lines.filter(line => line !== null)
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

const readDatabase = async ({ db, isDatabaseReady }: Checked): Promise<DatabaseFacts | string> => {
  if (typeof db === 'string') return db
  const facts = await findDatabaseFacts(db, systemClock.now())
  return { ...facts, schemaCurrent: await isDatabaseReady(db).catch(() => false) }
}
