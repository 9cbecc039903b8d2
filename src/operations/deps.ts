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

/** The card provider, and what the operator decided about it. */
export interface Card {
  gateway: CardGateway
  settings: { disputeTakesAccess: boolean }
}

/** What operations work with; built once in app.ts. */
export interface Deps {
  db: Database
  clock: Clock
  jobs: JobQueue
  mail: MailGateway
  /** The publisher's learning platform; null where none is set up. */
  canvas: Canvas | null
  /** Has the courses of the learning platform looked at now: there is news. */
  wakePolls(): void
  sms: SmsGateway
  accessTokens: AccessTokens
  /** Null: not set up. */
  video: VideoHost | null
  /** Seals the secrets of schools. */
  secrets: Pick<Vault, 'seal'>
  /** The grade services of the schools' LMSs. */
  grades: Grades
  rosters: Rosters
  deepLinks: DeepLinks
  captcha: CaptchaGateway
  /** Null: no card provider is set up. */
  card: Card | null
  content: Content
  /** What is wrong with an address that an outsider supplied; null: nothing. */
  addressProblem(address: string): string | null
  /** Seals the private keys that we sign with. */
  keyVault: Vault
  log: Log
  /** Names a secret text in the log without telling it: the same text, the same name. */
  fingerprint(text: string): string
  /** Seals what waits in the database for minutes: passwords and codes on their way. */
  vault: Vault
  /** Makes the user on the learning platform once an address is proved; null where none is set up (rules.md D7). */
  makePlatformUser: ((tx: Tx, given: { signUpId: number; enrollmentId: number }) => Promise<void>) | null
  /** The help chat of payment pages; null where none is set up. `sign` proves to the vendor that an id is ours to give. */
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
