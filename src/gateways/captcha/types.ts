export interface CaptchaSettings {
  provider: 'altcha' | 'recaptcha' | 'off'
  siteKey?: string | undefined
  secret?: string | undefined
  /** Of Google, or of its stand-in. */
  apiBase?: string | undefined
}

/** What was found about a response. `key` names it, so that the caller can let it count only once. */
export type CaptchaFound =
  | { ok: true; key: string; expiresAt: Date; by: 'question' | 'script'; hard: boolean }
  /** A wrong answer uses up its question too: `key` is there when there was one. */
  | { ok: false; key?: string; expiresAt?: Date }
