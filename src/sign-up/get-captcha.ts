import type { Challenge } from 'altcha-lib/types'
import type { Needs } from '#src/context.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import type { CaptchaKind } from './captcha/make-captcha.ts'
import type { CaptchaNeed } from './rules/captcha.ts'
import { findWorkNeeded } from './verify-captcha.ts'

/** Returns which captcha a form shows. */
export const findCaptchaNeed = (app: Needs<'captcha' | 'clock'>, language: Language, kind?: CaptchaKind): CaptchaNeed =>
  app.captcha.need(app.clock.now(), language, kind)

/** Returns the captcha for a form. Ask again after every failed submit: a captcha works once. */
export const makeChallenge = async (
  app: Needs<'captcha' | 'clock' | 'db' | 'limitHash'>,
  address: string,
  language: Language,
  kind?: CaptchaKind,
): Promise<{ need: CaptchaNeed; challenge: Challenge | null }> => {
  const now = app.clock.now()
  const work = await findWorkNeeded(app, address)
  return { need: app.captcha.need(now, language, kind), challenge: await app.captcha.challenge(now, work, kind) }
}
