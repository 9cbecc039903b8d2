import type { Challenge } from 'altcha-lib/types'
import type { Language } from '#src/core/rules/languages/language.ts'
import type { CaptchaKind } from './captcha/make-captcha.ts'
import type { Deps } from './deps.ts'
import type { CaptchaNeed } from './rules/captcha.ts'
import { findWorkNeeded } from './verify-captcha.ts'

/** Returns which captcha a form shows. */
export const findCaptchaNeed = (deps: Deps, language: Language, kind?: CaptchaKind): CaptchaNeed =>
  deps.captcha.need(deps.clock.now(), language, kind)

/** Returns the captcha for a form. Ask again after every failed submit: a captcha works once. */
export const makeChallenge = async (
  deps: Deps,
  address: string,
  language: Language,
  kind?: CaptchaKind,
): Promise<{ need: CaptchaNeed; challenge: Challenge | null }> => {
  const now = deps.clock.now()
  const work = await findWorkNeeded(deps, address)
  return { need: deps.captcha.need(now, language, kind), challenge: await deps.captcha.challenge(now, work, kind) }
}
