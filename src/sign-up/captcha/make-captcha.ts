import type { Challenge } from 'altcha-lib/types'
import { type CaptchaNeed, HARDEST_WORK } from '../rules/captcha.ts'
import { makeAltcha } from './altcha.ts'
import { makeQuestions } from './question.ts'
import { makeRecaptcha } from './recaptcha.ts'
import type { CaptchaResult, CaptchaSettings } from './types.ts'

/** Verifies captcha responses. Stateless: the caller enforces single use in the database. */
export interface CaptchaGateway {
  /** Returns the provider and fields that a form needs. */
  need(now: Date): CaptchaNeed
  /** Returns a proof-of-work challenge of a level (rules/captcha.ts), or null if the provider issues its own. */
  challenge(now: Date, work: number): Promise<Challenge | null>
  verify(response: string, now: Date): Promise<CaptchaResult>
}

/** Lists the origins of the provider's script for the Content-Security-Policy. */
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
      verify: async () => ({ ok: true, key: '', expiresAt: new Date(0), by: 'script', work: HARDEST_WORK }),
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
