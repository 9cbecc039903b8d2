import type { CaptchaNeed } from '../../domain/captcha.ts'
import { makeAltcha } from './altcha.ts'
import { makeQuestions } from './question.ts'
import { makeRecaptcha } from './recaptcha.ts'
import type { CaptchaFound, CaptchaSettings } from './types.ts'

/** Tells people from programs. It remembers nothing: single use is for whoever has the database. */
export interface CaptchaGateway {
  /** What a form draws. */
  need(now: Date): CaptchaNeed
  /** Work for a browser to do; null where the provider hands out its own. */
  challenge(now: Date, hard: boolean): Promise<object | null>
  verify(response: string, now: Date): Promise<CaptchaFound>
}

/** Where a captcha's own script may come from, for the page's policy. */
export const captchaOrigins = ({ provider, apiBase }: CaptchaSettings): string[] => {
  if (provider !== 'recaptcha') return []
  return apiBase ? [apiBase] : ['https://www.google.com', 'https://www.gstatic.com']
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
      verify: async () => ({ ok: true, key: '', expiresAt: new Date(0), by: 'script', hard: true }),
    }
  }
  const questions = makeQuestions(appSecret)
  const scripted = provider === 'recaptcha' ? makeRecaptcha(settings, hostname) : makeAltcha(appSecret)
  return {
    need: now => ({ ...scripted.need, question: questions.make(now) }),
    challenge: scripted.challenge,
    verify: async (response, now) => questions.verify(response, now) ?? (await scripted.verify(response, now)),
  }
}
