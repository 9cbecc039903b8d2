export interface CaptchaSettings {
  provider: 'altcha' | 'recaptcha' | 'off'
  siteKey?: string | undefined
  secret?: string | undefined
  /** Base URL of Google or of its emulator. */
  apiBase?: string | undefined
}

/** Result for one response. `key` identifies it, so that the caller can accept it only once. */
export type CaptchaResult =
  | { ok: true; key: string; expiresAt: Date; by: 'question' | 'script'; work: number }
  /**
   * A wrong answer also uses up its question; `key` is present if there was one. `problem` is why the provider could not
   * be asked.
   */
  | { ok: false; key?: string; expiresAt?: Date; problem?: unknown }
