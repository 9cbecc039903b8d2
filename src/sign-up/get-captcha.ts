import type { Challenge } from 'altcha-lib/types'
import type { Deps } from './deps.ts'
import type { CaptchaNeed } from './rules/captcha.ts'
import { findWorkNeeded } from './verify-captcha.ts'

/** Returns the captcha for a form. Ask again after every failed submit: a captcha works once. */
export const getCaptcha = (deps: Deps) => ({
  need: (): CaptchaNeed => deps.captcha.need(deps.clock.now()),
  async challenge(address: string): Promise<{ need: CaptchaNeed; challenge: Challenge | null }> {
    const now = deps.clock.now()
    const work = await findWorkNeeded(deps, address)
    return { need: deps.captcha.need(now), challenge: await deps.captcha.challenge(now, work) }
  },
})
