import type { CaptchaReply } from '#src/sign-up/contract.ts'
import type { CaptchaNeed } from '#src/sign-up/rules/captcha.ts'
import { payPaths } from '../pay-paths.ts'

/** Fetches the captcha. A form that was given our own gets it again, never a vendor's. */
export const fetchCaptcha = async (provider: CaptchaNeed['provider']): Promise<CaptchaReply> => {
  const answer = await fetch(`${payPaths.captcha}${provider === 'altcha' ? '?kind=own' : ''}`)
  if (!answer.ok) throw new Error(`the captcha answered ${answer.status}`)
  return answer.json()
}

/** `onResponse` gets each response, or null when one has expired. `onFailure` is called when the check cannot go on. */
export interface CaptchaHandlers {
  onResponse(response: string | null): void
  onFailure(): void
}

/** Runs the provider's check, loaded as a separate chunk. */
export const passCaptcha = async (
  { need, challenge }: CaptchaReply,
  element: HTMLElement | null,
  handlers: CaptchaHandlers,
): Promise<void> => {
  if (need.provider === 'recaptcha') {
    const { passRecaptcha } = await import('./recaptcha.ts')
    return passRecaptcha(need, element, handlers)
  }
  if (!challenge) throw new Error('the captcha has no challenge')
  const { solveAltcha } = await import('./solve-altcha.ts')
  handlers.onResponse(await solveAltcha(challenge))
}
