import type { Challenge } from 'altcha-lib/types'
import type { CaptchaKind } from './captcha/make-captcha.ts'
import type { Deps } from './deps.ts'
import type { CaptchaNeed } from './rules/captcha.ts'
import { findWorkNeeded } from './verify-captcha.ts'

/** Returns the captcha for a form. Ask again after every failed submit: a captcha works once. */
export const getCaptcha = (deps: Deps) => ({
  need: (kind?: CaptchaKind): CaptchaNeed => deps.captcha.need(deps.clock.now(), kind),
  async challenge(address: string, kind?: CaptchaKind): Promise<{ need: CaptchaNeed; challenge: Challenge | null }> {
    const now = deps.clock.now()
    const work = await findWorkNeeded(deps, address)
    return { need: deps.captcha.need(now, kind), challenge: await deps.captcha.challenge(now, work, kind) }
  },
})
