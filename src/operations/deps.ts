import type { AccessTokens } from '../access-token.ts'
import type { Clock } from '../clock.ts'
import type { Vault } from '../crypto.ts'
import type { Canvas } from '../domain/canvas.ts'
import type { Content } from '../domain/content.ts'
import type { DeepLinks } from '../domain/deep-link.ts'
import type { Grades } from '../domain/grade.ts'
import type { Rosters } from '../domain/roster.ts'
import type { CaptchaGateway } from '../gateways/captcha/index.ts'
import type { MailGateway } from '../gateways/mail.ts'
import type { SmsGateway } from '../gateways/sms.ts'
import type { VideoHost } from '../gateways/sproutvideo.ts'
import type { CardGateway } from '../gateways/stripe/gateway.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { Log } from '../log.ts'
import type { Database, Tx } from '../store/db.ts'

/** The card provider and its settings. */
export interface Card {
  gateway: CardGateway
  settings: { disputeTakesAccess: boolean }
}

/** Dependencies of all operations, built once in app.ts. */
export interface Deps {
  db: Database
  clock: Clock
  jobs: JobQueue
  mail: MailGateway
  /** The publisher's Canvas. Null if not configured. */
  canvas: Canvas | null
  /** Polls Canvas courses now, for example after a copy was started. */
  wakePolls(): void
  sms: SmsGateway
  accessTokens: AccessTokens
  /** Null if not configured. */
  video: VideoHost | null
  /** Encrypts LTI 1.1 secrets. */
  secrets: Pick<Vault, 'seal'>
  /** LTI grade services of the schools' LMSs. */
  grades: Grades
  rosters: Rosters
  deepLinks: DeepLinks
  captcha: CaptchaGateway
  /** Null if no card provider is configured. */
  card: Card | null
  content: Content
  /** Returns the problem with a URL supplied by an outsider, or null. */
  addressProblem(address: string): string | null
  /** Encrypts our private signing keys. */
  keyVault: Vault
  log: Log
  /** Keyed hash for logs and comparisons: equal texts give equal values, and the text cannot be recovered. */
  fingerprint(text: string): string
  /** Encrypts short-lived secrets in the database: passwords and codes. */
  vault: Vault
  /** Queues the creation of a Canvas login after sign-up. Null if Canvas is not configured. */
  makePlatformUser: ((tx: Tx, given: { signUpId: number; enrollmentId: number }) => Promise<void>) | null
  /** The help chat of payment pages. Null if not configured. `sign` proves to the vendor that we issued an id. */
  chat: { baseUrl: string; websiteToken: string; sign(id: string): string } | null
  settings: {
    timezone: string
    supportEmail: string
    publicUrl: string
    live: boolean
    hostedConsumerPrefix: string
    migrationPollSeconds: number
  }
}
