import type { Challenge } from 'altcha-lib/types'
import type { CaptchaNeed } from '#src/domain/captcha.ts'
import { payPaths } from '../pay-paths.ts'

/** What there is to pass now, and the work of it where the provider is our own. */
interface Asked {
  need: Exclude<CaptchaNeed, { provider: 'off' }>
  challenge: Challenge
}

export const askCaptcha = async (): Promise<Asked> => {
  const answer = await fetch(payPaths.captcha)
  if (!answer.ok) throw new Error(`the captcha answered ${answer.status}`)
  return answer.json()
}

/** Has the provider do its part, in a chunk of its own. `tell` hears each response, and null where one has run out. */
export const passCaptcha = async (
  { need, challenge }: Asked,
  place: HTMLElement | null,
  tell: (response: string | null) => void,
): Promise<void> => {
  if (need.provider === 'recaptcha') {
    const { passRecaptcha } = await import('./recaptcha.ts')
    return passRecaptcha(need, place, tell)
  }
  const { solveAltcha } = await import('./solve-altcha.ts')
  tell(await solveAltcha(challenge))
}
