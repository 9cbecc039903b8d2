import { shortDate, shortTime, zoneName } from '#src/core/rules/business-day.ts'
import { DAY_MS, HOUR_MS } from '#src/core/rules/time.ts'
import { missing, ok, type SetupLine, wrong } from './setup-lines.ts'

/** Verdicts about this installation: its database, clock, folder, address, secrets and content. */

export interface DatabaseFacts {
  kind: 'postgres' | 'embedded'
  /** server_version_num, like 150008. */
  version: number
  encoding: string
  maxConnections: number
  readOnly: boolean
  schemaCurrent: boolean
  /** A later release changed the schema. */
  schemaLater: boolean
  /** The database's clock minus ours, in milliseconds. */
  clockOffsetMs: number
}

const OLDEST = 15
const FEWEST_CONNECTIONS = 20

/** `facts` is the error's sentence when the database could not be asked. */
export const databaseLine = (facts: DatabaseFacts | string, demo: boolean): SetupLine => {
  const name = 'Database'
  if (typeof facts === 'string') return wrong(name, facts, 'Students cannot come in until this is repaired.')
  const major = Math.floor(facts.version / 10_000)
  if (facts.readOnly) return wrong(name, 'It is read-only.', 'Make it writable, or connect to the primary server.')
  if (!facts.schemaCurrent) return wrong(name, 'It has an older schema.', 'Run `node dist/server/main.mjs migrate`.')
  if (facts.schemaLater)
    return missing(
      name,
      'A later release changed its schema. Only the release before that one works with it.',
      'Start the newest release again.',
    )
  if (facts.kind === 'embedded') {
    if (demo) return ok(name, 'Embedded, for trying out.')
    return missing(
      name,
      'Embedded. It serves one process, and a power cut may lose the last changes.',
      `Set DATABASE_URL to PostgreSQL ${OLDEST} or later.`,
    )
  }
  if (major < OLDEST) return wrong(name, `PostgreSQL ${major}.`, `Use PostgreSQL ${OLDEST} or later.`)
  if (facts.encoding !== 'UTF8')
    return wrong(name, `Its encoding is ${facts.encoding}.`, 'Move the data to a database with encoding UTF8.')
  if (facts.maxConnections < FEWEST_CONNECTIONS)
    return wrong(
      name,
      `It allows ${facts.maxConnections} connections.`,
      'Raise max_connections: each process uses ten.',
    )
  return ok(name, `PostgreSQL ${major}, writable, ${facts.maxConnections} connections, newest schema.`)
}

/** LTI refuses launches whose timestamp is 5 minutes off. */
const MOST_OFFSET_MS = 30_000

/** Returns null without a second clock to compare with. */
export const clockLine = (facts: DatabaseFacts | string): SetupLine | null => {
  if (typeof facts === 'string' || facts.kind === 'embedded') return null
  const seconds = Math.round(Math.abs(facts.clockOffsetMs) / 1000)
  return Math.abs(facts.clockOffsetMs) <= MOST_OFFSET_MS
    ? ok('Clock', 'It agrees with the clock of the database.')
    : wrong(
        'Clock',
        `It is ${seconds} seconds off the clock of the database.`,
        'Turn on time synchronization (NTP) on both machines. Launches fail when the clocks differ by 5 minutes.',
      )
}

export interface FolderFacts {
  folder: string
  /** Error code of a write, like EROFS; null if it worked. */
  problem: string | null
  freeBytes: number
}

const MEGABYTE = 2 ** 20
const LEAST_MEGABYTES = 200

export const folderLine = (name: string, { folder, problem, freeBytes }: FolderFacts): SetupLine => {
  const megabytes = Math.floor(freeBytes / MEGABYTE)
  if (problem === 'ENOSPC' || (problem === null && megabytes < LEAST_MEGABYTES))
    return wrong(
      name,
      `The disk of ${folder} is full: ${megabytes} MB are left.`,
      'Free some space, or use a larger disk.',
    )
  if (problem !== null)
    return wrong(name, `${folder} cannot be written (${problem}).`, 'Give the user of this process write access.')
  return ok(name, `${folder} is writable, ${megabytes} MB free.`)
}

export interface AddressFacts {
  url: string
  /** Status of GET /healthz; null without an answer. */
  status: number | null
  /** The answer is that of a Signbook server. */
  isOurs: boolean
}

export const addressLine = ({ url, status, isOurs }: AddressFacts, demo: boolean): SetupLine => {
  const name = 'PUBLIC_URL'
  if (!demo && !url.startsWith('https:'))
    return wrong(name, `${url} is not https.`, 'Put a proxy with TLS in front, and set its https address.')
  if (status === null)
    return wrong(name, `${url} does not answer.`, 'Start the server, then check DNS, the certificate and the proxy.')
  if (!isOurs) return wrong(name, `Another server answers at ${url} (${status}).`, 'Correct PUBLIC_URL or the proxy.')
  return ok(name, `${url} answers.`)
}

/** Let's Encrypt renews 30 days before the end. */
const LEAST_DAYS = 14

/** `end` is null if the address gave no certificate. */
export const certificateLine = (
  end: Date | null,
  { now, timezone }: { now: Date; timezone: string },
): SetupLine | null => {
  if (end === null) return null
  const name = 'Certificate'
  const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS)
  const found = `It is good until ${shortDate(end, timezone)}, for ${days} more days.`
  if (days >= LEAST_DAYS) return ok(name, found)
  const step = 'Renew the certificate of PUBLIC_URL, and look why it was not renewed by itself.'
  return days < 0 ? wrong(name, `It ended on ${shortDate(end, timezone)}.`, step) : wrong(name, found, step)
}

/** Jobs that gave up, for staff to try again. */
export const deadJobsLine = (dead: number): SetupLine =>
  dead === 0
    ? ok('Background work', 'No work gave up.')
    : wrong(
        'Background work',
        dead === 1 ? 'One piece of work gave up.' : `${dead} pieces of work gave up.`,
        'Look at Today → Background Work, repair the cause, and press Try again.',
      )

export const ffmpegLine = (isFound: boolean): SetupLine =>
  isFound
    ? ok('ffmpeg', 'Found; clips of signs can be made here.')
    : missing(
        'ffmpeg',
        'It is not installed here, so clips of signs are made by other processes, or not at all.',
        'Install it where clips are to be made: apt-get install ffmpeg.',
      )

/** Another machine may make the backups; the line Backup says when none comes. */
export const pgDumpLine = (trial: { lack: string } | { problem: string | null }): SetupLine => {
  if ('lack' in trial)
    return missing('pg_dump', `No backup can be made here: ${trial.lack}`, 'Do this where backups are made.')
  return trial.problem === null
    ? ok('pg_dump', 'It can read the database.')
    : wrong('pg_dump', `A backup fails here: ${trial.problem}`, 'Repair this where backups are made.')
}

/** Compares the address at which the browser opened this page with PUBLIC_URL, which LMSs use. */
export const openedLine = (openedAt: string, publicUrl: string): SetupLine => {
  const name = 'Your address'
  return openedAt === publicUrl
    ? ok(name, 'You opened this page at PUBLIC_URL.')
    : wrong(
        name,
        `You opened this page at ${openedAt}, and PUBLIC_URL is ${publicUrl}.`,
        'Correct PUBLIC_URL, or let the proxy pass on host and protocol, and set TRUST_PROXY.',
      )
}

/** The key rotates every 30 days. A few days late, the background jobs do not run. */
const LATE_DAYS = 35

export const toolKeyLine = (madeAt: Date | null, now: Date): SetupLine | null => {
  if (madeAt === null) return null
  const days = Math.floor((now.getTime() - madeAt.getTime()) / DAY_MS)
  return days <= LATE_DAYS
    ? ok('LTI 1.3 key', `In use for ${days === 1 ? '1 day' : `${days} days`}. It rotates every 30 days.`)
    : wrong('LTI 1.3 key', `It is ${days} days old.`, 'Look at Background Work: the purge job should replace it.')
}

/** Daily backups, and some hours for a late one. */
const BACKUP_HOURS = 36

/** `backup` is the newest in the audit. */
export const backupLine = (
  backup: { name: string; at: Date; bytes: number | null } | null,
  { now, timezone }: { now: Date; timezone: string },
): SetupLine => {
  const name = 'Backup'
  if (!backup)
    return missing(
      name,
      'No backup by `node dist/server/main.mjs backup` is in the audit.',
      'Run it daily. A copy by your database provider has no list of erased people.',
    )
  const found = `The last one was made on ${shortTime(backup.at, timezone)}, ${zoneName(timezone)}: ${backup.name}${sizeText(backup.bytes)}.`
  return now.getTime() - backup.at.getTime() <= BACKUP_HOURS * HOUR_MS
    ? ok(name, found)
    : wrong(name, found, 'Look at the schedule of `node dist/server/main.mjs backup`. It should run daily.')
}

const sizeText = (bytes: number | null): string =>
  bytes === null ? '' : `, ${bytes < MEGABYTE ? 'under 1' : Math.round(bytes / MEGABYTE)} MB`

export const contentLine = (isSample: boolean, demo: boolean): SetupLine =>
  !isSample || demo
    ? ok('Content', isSample ? 'Our sample.' : 'Your own.')
    : wrong(
        'Content',
        'Students and teachers see our sample units, signs, Terms and Privacy.',
        'Import your own: `node dist/server/main.mjs content import DIR`.',
      )

/** The default address, which nobody reads. */
const SAMPLE_SUPPORT = 'support@signbook.example'

export const supportLine = (email: string, demo: boolean): SetupLine =>
  email !== SAMPLE_SUPPORT || demo
    ? ok('Support address', email)
    : missing('Support address', 'Pages tell people to write to an example address.', 'Set SUPPORT_EMAIL.')

export const appSecretLine = (opens: boolean): SetupLine =>
  opens
    ? ok('APP_SECRET', 'It opens what is encrypted in the database.')
    : wrong(
        'APP_SECRET',
        'What is in the database was encrypted with a different one.',
        'Use that one, or set it as APP_SECRET_PREVIOUS.',
      )

/** A secret of the settings, and since when a server has used it. */
interface SecretAge {
  name: string
  since: Date
}

const OLD_DAYS = 365

/** Returns null until a server has recorded any. */
export const secretsLine = (
  ages: SecretAge[],
  { now, timezone }: { now: Date; timezone: string },
): SetupLine | null => {
  const days = ({ since }: SecretAge) => Math.floor((now.getTime() - since.getTime()) / DAY_MS)
  const [oldest] = ages.toSorted((a, b) => a.since.getTime() - b.since.getTime())
  if (!oldest) return null
  const old = ages.filter(age => days(age) > OLD_DAYS)
  return old.length > 0
    ? wrong(
        'Secrets',
        `In use for over a year: ${old.map(age => age.name).join(', ')}.`,
        'Replace them, one at a time (Rotate secrets in docs/operations.md).',
      )
    : ok(
        'Secrets',
        `None is older than a year. The oldest, ${oldest.name}, is of ${shortDate(oldest.since, timezone)}.`,
      )
}

/** Ages of the secrets that LTI 1.1 schools sign their launches with. */
export interface SchoolSecrets {
  schools: number
  /** Secrets that were set before `OLD_YEARS`. */
  old: number
  oldest: { name: string; setAt: Date; usedAt: Date | null }
}

/** Age from which a secret is counted as old. */
export const OLD_YEARS = 2

/**
 * Says how old the secrets are, without a verdict: a new secret is work for the school. Returns null without an LTI 1.1
 * school.
 */
export const schoolSecretsLine = (secrets: SchoolSecrets | null, timezone: string): SetupLine | null => {
  if (!secrets) return null
  const { schools, old, oldest } = secrets
  const day = (instant: Date) => shortDate(instant, timezone)
  const used = oldest.usedAt ? `Its last launch was on ${day(oldest.usedAt)}.` : 'The launch diary has no launch of it.'
  return ok(
    'School secrets',
    `${old} of ${schools} LTI 1.1 schools have a secret older than ${OLD_YEARS} years. The oldest is from ${day(oldest.setAt)}, of ${oldest.name}. ${used}`,
  )
}
