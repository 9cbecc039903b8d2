import type { Canvas } from '#src/canvas/rules/canvas-port.ts'
import type { Config } from '#src/config.ts'
import type { Clock } from '#src/core/clock.ts'
import type { ConcurrencyLimit } from '#src/core/concurrency-limit.ts'
import type { Signer, Vault } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'
import type { EventCounts } from '#src/core/event-counts.ts'
import type { Poller } from '#src/core/jobs/poller.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import type { Log } from '#src/core/log.ts'
import type { Refused } from '#src/core/rules/outcome.ts'
import type { Retention } from '#src/core/rules/retention.ts'
import type { PriceReason } from '#src/courses/rules/product-form.ts'
import type { Pages } from '#src/http/pages.ts'
import type { Diary } from '#src/lti/launch-diary.ts'
import type { LmsClients } from '#src/lti/services.ts'
import type { MailGateway } from '#src/messages/mail.ts'
import type { NoticeCache } from '#src/messages/site-notice.ts'
import type { SmsGateway } from '#src/messages/sms.ts'
import type { CardGateway } from '#src/payments/rules/card-provider.ts'
import type { AccessTokens } from './accounts/access-tokens.ts'
import type { CaptchaGateway } from './accounts/captcha-gateway.ts'
import type { LimitHash } from './core/limits/limits.ts'
import type { HttpClient, IsOwn } from './core/outbound.ts'
import type { AddressFault } from './core/rules/web-addresses.ts'
import type { RosterCache } from './lti/roster.ts'
import type { SchoolSecretsCache } from './lti/v1p1/launch.ts'
import type { PlatformKeys } from './lti/v1p3/platforms.ts'
import type { Chat } from './messages/help.ts'
import type { SignedHelp } from './messages/signed-help.ts'
import type { PriceBackoff } from './payments/offers.ts'
import type { WebhookDeliveries } from './payments/webhook-deliveries.ts'
import type { Ffmpeg } from './signs/clips/ffmpeg/programs.ts'
import type { ClipStorage } from './signs/clips/storage.ts'
import type { VideoHost } from './signs/video-host.ts'

/** The card provider, and the operator's decisions about it. */
export interface Card {
  gateway: CardGateway
  settings: { disputeTakesAccess: boolean }
}

/** Everything that a running server has; `src/app.ts` builds it. A function names its part: `(app: Needs<'db' | 'clock'>, …)`. */
export interface App {
  db: Database
  clock: Clock
  jobs: JobQueue
  log: Log

  /** The settings in use. Demo mode puts its practice services where there are none. */
  config: Config
  publicUrl: string
  timezone: string
  supportEmail: string
  /** True if real money moves. Test events are ignored then; real ones are ignored otherwise. */
  live: boolean
  hostedConsumerPrefix: string
  /** The version of the Terms that people agree to now. */
  termsVersion: string
  /** True if an open dispute takes access away; false if only a lost one does. */
  disputeTakesAccess: boolean
  migrationPollSeconds: number
  /** Days that each kind of data is kept. */
  retention: Retention
  /** Folder for files that are being made into clips. */
  clipsFolder: string

  /** Null: no card provider is set up. */
  card: Card | null
  /** Null: nobody is enrolled in hosted courses. */
  canvas: Canvas | null
  mail: MailGateway
  sms: SmsGateway
  captcha: CaptchaGateway
  /** Null without a chat provider. */
  chat: Chat | null
  video: VideoHost | null
  clipStorage: ClipStorage
  lms: LmsClients
  /** HTTP client for addresses that an LMS sends in a launch or registration. */
  lmsClient: HttpClient
  ffmpeg: Ffmpeg

  /** Encrypts the secrets of consumers. */
  secrets: Vault
  /** Encrypts what waits to be used once, such as passwords and mail. */
  vault: Vault
  /** Encrypts what a page shows once, and what the next step of a form needs. */
  flashVault: Vault
  /** Encrypts our LTI 1.3 private keys. */
  keyVault: Vault
  /** Signs the addresses of seat pages. */
  seatLinks: Signer
  /** Signs the addresses of cards that are mailed to coordinators. */
  codeLinks: Signer
  accessTokens: AccessTokens
  /** Secrets of consumers, and public keys of platforms, that launches were checked with lately. */
  schoolSecrets: SchoolSecretsCache
  platformKeys: PlatformKeys
  /** Hashes an address or a code under a secret of this server. */
  fingerprint(text: string): string
  limitHash: LimitHash

  /** Clips of signed help, and how often each was seen. */
  signedHelp: SignedHelp
  noticeCache: NoticeCache
  /** Log of launches, for support. */
  diary: Diary
  priceBackoff: PriceBackoff
  rosterCache: RosterCache
  /** Puts the people who redeem one code at once into a queue. */
  codeTurns: ConcurrencyLimit
  /** Counts redemptions by outcome: `ok`, or the reason of a refusal. */
  redemptions: EventCounts<'outcome'>
  /** Counts what the webhook of the card provider takes and refuses. */
  deliveries: WebhookDeliveries
  canvasPoller: Poller
  /** Aborted when the server stops. Another process, or the next start, begins the clip in work again. */
  clipWork: AbortController

  /** Sends pages with the shared document and security policy. */
  pages: Pages

  /** Says why the card provider would not sell at a price; null if it would. */
  checkPrice(priceId: string): Promise<Refused<PriceReason> | null>
  /** Says why an address that an outsider named must not be called; null if it may. */
  addressFault(address: string): AddressFault | null
  /** Says whether an address of an outsider is one of the practice services (demo mode). */
  isOwn: IsOwn
  isDatabaseReady(db: Database): Promise<boolean>
}

/** The part of the running server that a function needs. */
export type Needs<K extends keyof App> = Pick<App, K>
