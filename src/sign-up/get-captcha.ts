import type { Deps } from './deps.ts'
import type { CaptchaNeed } from './rules/captcha.ts'
import { isCrowded } from './verify-captcha.ts'

/** Returns the captcha for a form. Ask again after every failed submit: a captcha works once. */
export const askCaptcha = (deps: Deps) => ({
  need: (): CaptchaNeed => deps.captcha.need(deps.clock.now()),
  async challenge(address: string): Promise<{ need: CaptchaNeed; challenge: object | null }> {
    const now = deps.clock.now()
    const hard = await isCrowded(deps, address)
    return { need: deps.captcha.need(now), challenge: await deps.captcha.challenge(now, hard) }
  },
})
