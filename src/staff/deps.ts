import type { Clock } from '#src/core/clock.ts'
import type { Vault } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import type { LimitHash } from '#src/core/limits/limit-hash.ts'
import type { Log } from '#src/core/log.ts'
import type { AccessTokens } from './access-token.ts'
import type { Access } from "#src/access/index.ts";
import type { Codes } from "#src/codes/index.ts";
import type { MailGateway } from "#src/messages/mail.ts";
import type { SmsGateway } from "#src/messages/sms.ts";
import type { CaptchaGateway } from "#src/sign-up/captcha/make-captcha.ts";

export interface Deps {
  db: Database
  clock: Clock
  jobs: JobQueue
  log: Log
  access: Pick<Access, 'settlePayments' | 'setProcessed'>
  codes: Pick<Codes, 'previewMove' | 'releaseCode'>
  accessTokens: AccessTokens
  captcha: CaptchaGateway
  mail: MailGateway
  sms: SmsGateway
  /** Stable pseudonym of a secret text, for logs. */
  fingerprint(text: string): string
  limitHash: LimitHash
  /** Encrypts what a page shows once. */
  flashVault: Vault
  publicUrl: string
  supportEmail: string
  timezone: string
}
