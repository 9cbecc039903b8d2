import type { CaptchaNeed } from '../domain/captcha.ts'
import type { Deps } from './deps.ts'
import { isCrowded } from './steps/verify-captcha.ts'

/** What a form draws, and the work for its script; asked for anew after every failed send, since all of it is used once. */
export const askCaptcha = (deps: Deps) => ({
  need: (): CaptchaNeed => deps.captcha.need(deps.clock.now()),
  async challenge(address: string): Promise<{ need: CaptchaNeed; challenge: object | null }> {
    const now = deps.clock.now()
    const hard = await isCrowded(deps, address)
    return { need: deps.captcha.need(now), challenge: await deps.captcha.challenge(now, hard) }
  },
})
