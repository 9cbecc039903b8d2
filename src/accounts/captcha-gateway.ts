import type { Challenge } from 'altcha-lib/types'
import type { Language } from '#src/core/rules/language.ts'
import type { OutsideSources } from '#src/http/security.ts'
import { makeAltcha, makeQuestions } from './own-captcha.ts'
import { makeRecaptcha } from './recaptcha.ts'
import { type CaptchaNeed, HARDEST_WORK } from './rules/captcha.ts'

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

/** `own`: never the vendor, because it would see the students of a school for children. */
export type CaptchaKind = 'own' | 'configured'

/** Verifies captcha responses. Stateless: the caller enforces single use in the database. */
export interface CaptchaGateway {
  /** Returns the provider and fields that a form needs. */
  need(now: Date, language: Language, kind?: CaptchaKind): CaptchaNeed
  /** Returns a proof-of-work challenge of a level (rules/captcha.ts), or null if the provider issues its own. */
  challenge(now: Date, work: number, kind?: CaptchaKind): Promise<Challenge | null>
  verify(response: string, now: Date): Promise<CaptchaResult>
}

/**
 * Returns what pages with the captcha may load: the directives of Google's reCAPTCHA FAQ, and the styles and calls of its
 * script. Null for our own.
 */
export const captchaSources = ({ provider, apiBase }: CaptchaSettings): OutsideSources | null => {
  if (provider !== 'recaptcha') return null
  const google = `${apiBase ?? 'https://www.google.com'}/recaptcha/`
  const scripts = [google, ...(apiBase ? [] : ['https://www.gstatic.com/recaptcha/'])]
  const frames = [google, ...(apiBase ? [] : ['https://recaptcha.google.com/recaptcha/'])]
  return { scripts, frames, connections: [google], media: [], inlineStyles: true }
}

export const makeCaptchaGateway = (
  settings: CaptchaSettings,
  { appSecret, hostname }: { appSecret: string; hostname: string },
): CaptchaGateway => {
  const { provider } = settings
  if (provider === 'off') {
    return {
      need: () => ({ provider: 'off' }),
      challenge: async () => null,
      verify: async () => ({ ok: true, key: '', expiresAt: new Date(0), by: 'script', work: HARDEST_WORK }),
    }
  }
  const own = makeOwnCaptcha(appSecret)
  if (provider === 'recaptcha') return withRecaptcha(makeRecaptcha(settings, hostname), own)
  return { ...own, verify: async (response, now) => (await own.verify(response, now)) ?? { ok: false } }
}

/** ALTCHA and text questions. `verify` returns null if the response is none of theirs. */
const makeOwnCaptcha = (appSecret: string) => {
  const questions = makeQuestions(appSecret)
  const altcha = makeAltcha(appSecret)
  return {
    need: (now: Date, language: Language) => ({ ...altcha.need, question: questions.make(now, language) }),
    challenge: altcha.challenge,
    verify: async (response: string, now: Date) => questions.verify(response, now) ?? altcha.verify(response, now),
  }
}

/** Time that forms get our own captcha after Google could not be asked. */
const OWN_MS = 60_000

/** Asks Google. While Google cannot be asked, this process gives forms our own captcha in its place. */
const withRecaptcha = (
  recaptcha: ReturnType<typeof makeRecaptcha>,
  own: ReturnType<typeof makeOwnCaptcha>,
): CaptchaGateway => {
  let awayUntil = 0
  const isOwn = (now: Date, kind?: CaptchaKind) => kind === 'own' || now.getTime() < awayUntil
  return {
    need(now, language, kind) {
      const ours = own.need(now, language)
      return isOwn(now, kind) ? ours : { ...recaptcha.need, question: ours.question }
    },
    challenge: async (now, work, kind) => (isOwn(now, kind) ? own.challenge(now, work) : null),
    async verify(response, now) {
      const found = await own.verify(response, now)
      if (found) return found
      try {
        return await recaptcha.verify(response, now)
      } catch (problem) {
        awayUntil = now.getTime() + OWN_MS
        return { ok: false, problem }
      }
    },
  }
}
