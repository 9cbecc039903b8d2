import { shortDate, shortTime, zoneName } from '#src/core/rules/business-day.ts'
import { DAY_MS, HOUR_MS } from '#src/core/rules/time.ts'
import { missing, ok, type Verdict, wrong } from './setup-lines.ts'

/** Verdicts about this installation: its database, clock, folder, address, secrets and content. Null: nothing to say. */

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
export const databaseLine = (facts: DatabaseFacts | string, demo: boolean): Verdict => {
  if (typeof facts === 'string') return wrong(facts, 'Students cannot come in until this is repaired.')
  const major = Math.floor(facts.version / 10_000)
  if (facts.readOnly) return wrong('It is read-only.', 'Make it writable, or connect to the primary server.')
  if (!facts.schemaCurrent) return wrong('It has an older schema.', 'Run `node dist/server/main.mjs migrate`.')
  if (facts.schemaLater)
    return missing(
      'A later release changed its schema. Only the release before that one works with it.',
      'Start the newest release again.',
    )
  if (facts.kind === 'embedded') {
    if (demo) return ok('Embedded, for trying out.')
    return missing(
      'Embedded. It serves one process, and a power cut may lose the last changes.',
      `Set DATABASE_URL to PostgreSQL ${OLDEST} or later.`,
    )
  }
  if (major < OLDEST) return wrong(`PostgreSQL ${major}.`, `Use PostgreSQL ${OLDEST} or later.`)
  if (facts.encoding !== 'UTF8')
    return wrong(`Its encoding is ${facts.encoding}.`, 'Move the data to a database with encoding UTF8.')
  if (facts.maxConnections < FEWEST_CONNECTIONS)
    return wrong(`It allows ${facts.maxConnections} connections.`, 'Raise max_connections: each process uses ten.')
  return ok(`PostgreSQL ${major}, writable, ${facts.maxConnections} connections, newest schema.`)
}

/** LTI refuses launches whose timestamp is 5 minutes off. */
const MOST_OFFSET_MS = 30_000

/** Returns null without a second clock to compare with. */
export const clockLine = (facts: DatabaseFacts | string): Verdict | null => {
  if (typeof facts === 'string' || facts.kind === 'embedded') return null
  const seconds = Math.round(Math.abs(facts.clockOffsetMs) / 1000)
  return Math.abs(facts.clockOffsetMs) <= MOST_OFFSET_MS
    ? ok('It agrees with the clock of the database.')
    : wrong(
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

export const folderLine = ({ folder, problem, freeBytes }: FolderFacts): Verdict => {
  const megabytes = Math.floor(freeBytes / MEGABYTE)
  if (problem === 'ENOSPC' || (problem === null && megabytes < LEAST_MEGABYTES))
    return wrong(`The disk of ${folder} is full: ${megabytes} MB are left.`, 'Free some space, or use a larger disk.')
  if (problem !== null)
    return wrong(`${folder} cannot be written (${problem}).`, 'Give the user of this process write access.')
  return ok(`${folder} is writable, ${megabytes} MB free.`)
}

export interface AddressFacts {
  url: string
  /** Status of GET /healthz; null without an answer. */
  status: number | null
  /** The answer is that of a Signbook server. */
  isOurs: boolean
}

export const addressLine = ({ url, status, isOurs }: AddressFacts, demo: boolean): Verdict => {
  if (!demo && !url.startsWith('https:'))
    return wrong(`${url} is not https.`, 'Put a proxy with TLS in front, and set its https address.')
  if (status === null)
    return wrong(`${url} does not answer.`, 'Start the server, then check DNS, the certificate and the proxy.')
  if (!isOurs) return wrong(`Another server answers at ${url} (${status}).`, 'Correct PUBLIC_URL or the proxy.')
  return ok(`${url} answers.`)
}

/** Let's Encrypt renews 30 days before the end. */
const LEAST_DAYS = 14

/** `end` is null if the address gave no certificate. */
export const certificateLine = (
  end: Date | null,
  { now, timezone }: { now: Date; timezone: string },
): Verdict | null => {
  if (end === null) return null
  const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS)
  const found = `It is good until ${shortDate(end, timezone)}, for ${days} more days.`
  if (days >= LEAST_DAYS) return ok(found)
  const step = 'Renew the certificate of PUBLIC_URL, and look why it was not renewed by itself.'
  return days < 0 ? wrong(`It ended on ${shortDate(end, timezone)}.`, step) : wrong(found, step)
}

/** Jobs that gave up, for staff to try again. */
export const deadJobsLine = (dead: number): Verdict =>
  dead === 0
    ? ok('No work gave up.')
    : wrong(
        dead === 1 ? 'One piece of work gave up.' : `${dead} pieces of work gave up.`,
        'Look at Today → Background Work, repair the cause, and press Try again.',
      )

export const ffmpegLine = (isFound: boolean): Verdict =>
  isFound
    ? ok('Found; clips of signs can be made here.')
    : missing(
        'It is not installed here, so clips of signs are made by other processes, or not at all.',
        'Install it where clips are to be made: apt-get install ffmpeg.',
      )

/** Another machine may make the backups; the line Backup says when none comes. */
export const pgDumpLine = (trial: { lack: string } | { problem: string | null }): Verdict => {
  if ('lack' in trial) return missing(`No backup can be made here: ${trial.lack}`, 'Do this where backups are made.')
  return trial.problem === null
    ? ok('It can read the database.')
    : wrong(`A backup fails here: ${trial.problem}`, 'Repair this where backups are made.')
}

/** Compares the address at which the browser opened this page with PUBLIC_URL, which LMSs use. */
export const openedLine = (openedAt: string, publicUrl: string): Verdict =>
  openedAt === publicUrl
    ? ok('You opened this page at PUBLIC_URL.')
    : wrong(
        `You opened this page at ${openedAt}, and PUBLIC_URL is ${publicUrl}.`,
        'Correct PUBLIC_URL, or let the proxy pass on host and protocol, and set TRUST_PROXY.',
      )

/** The key rotates every 30 days. A few days late, the background jobs do not run. */
const LATE_DAYS = 35

export const toolKeyLine = (madeAt: Date | null, now: Date): Verdict | null => {
  if (madeAt === null) return null
  const days = Math.floor((now.getTime() - madeAt.getTime()) / DAY_MS)
  return days <= LATE_DAYS
    ? ok(`In use for ${days === 1 ? '1 day' : `${days} days`}. It rotates every 30 days.`)
    : wrong(`It is ${days} days old.`, 'Look at Background Work: the purge job should replace it.')
}

/** Daily backups, and some hours for a late one. */
const BACKUP_HOURS = 36

/** `backup` is the newest in the audit. */
export const backupLine = (
  backup: { name: string; at: Date; bytes: number | null } | null,
  { now, timezone }: { now: Date; timezone: string },
): Verdict => {
  if (!backup)
    return missing(
      'No backup by `node dist/server/main.mjs backup` is in the audit.',
      'Run it daily. A copy by your database provider has no list of erased people.',
    )
  const found = `The last one was made on ${shortTime(backup.at, timezone)}, ${zoneName(timezone)}: ${backup.name}${sizeText(backup.bytes)}.`
  return now.getTime() - backup.at.getTime() <= BACKUP_HOURS * HOUR_MS
    ? ok(found)
    : wrong(found, 'Look at the schedule of `node dist/server/main.mjs backup`. It should run daily.')
}

const sizeText = (bytes: number | null): string =>
  bytes === null ? '' : `, ${bytes < MEGABYTE ? 'under 1' : Math.round(bytes / MEGABYTE)} MB`

export const contentLine = (isSample: boolean, demo: boolean): Verdict =>
  !isSample || demo
    ? ok(isSample ? 'Our sample.' : 'Your own.')
    : wrong(
        'Students and teachers see our sample units, signs, Terms and Privacy.',
        'Import your own: `node dist/server/main.mjs content import DIR`.',
      )

/** The default address, which nobody reads. */
const SAMPLE_SUPPORT = 'support@signbook.example'

export const supportLine = (email: string, demo: boolean): Verdict =>
  email !== SAMPLE_SUPPORT || demo
    ? ok(email)
    : missing('Pages tell people to write to an example address.', 'Set SUPPORT_EMAIL.')

export const appSecretLine = (opens: boolean): Verdict =>
  opens
    ? ok('It opens what is encrypted in the database.')
    : wrong(
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
export const secretsLine = (ages: SecretAge[], { now, timezone }: { now: Date; timezone: string }): Verdict | null => {
  const days = ({ since }: SecretAge) => Math.floor((now.getTime() - since.getTime()) / DAY_MS)
  const [oldest] = ages.toSorted((a, b) => a.since.getTime() - b.since.getTime())
  if (!oldest) return null
  const old = ages.filter(age => days(age) > OLD_DAYS)
  return old.length > 0
    ? wrong(
        `In use for over a year: ${old.map(age => age.name).join(', ')}.`,
        'Replace them, one at a time (Rotate secrets in docs/operations.md).',
      )
    : ok(`None is older than a year. The oldest, ${oldest.name}, is of ${shortDate(oldest.since, timezone)}.`)
}

/** The oldest of the secrets that LTI 1.1 schools sign their launches with. */
export interface SchoolSecrets {
  /** Name of its school. */
  name: string
  setAt: Date
  usedAt: Date | null
  schools: number
  /** Number of secrets that were set before `OLD_YEARS`. */
  old: number
}

/** Age from which a secret is counted as old. */
export const OLD_YEARS = 2

/**
 * Says how old the secrets are, without a verdict: a new secret is work for the school. Returns null without an LTI 1.1
 * school.
 */
export const schoolSecretsLine = (oldest: SchoolSecrets | undefined, timezone: string): Verdict | null => {
  if (!oldest) return null
  const { name, schools, old, setAt, usedAt } = oldest
  const day = (instant: Date) => shortDate(instant, timezone)
  const used = usedAt ? `Its last launch was on ${day(usedAt)}.` : 'The launch diary has no launch of it.'
  return ok(
    `${old} of ${schools} LTI 1.1 schools have a secret older than ${OLD_YEARS} years. The oldest is from ${day(setAt)}, of ${name}. ${used}`,
  )
}
