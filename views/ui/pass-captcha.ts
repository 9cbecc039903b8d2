import type { CaptchaReply } from '#src/sign-up/contract.ts'
import { payPaths } from '../pay-paths.ts'

export const fetchCaptcha = async (): Promise<CaptchaReply> => {
  const answer = await fetch(payPaths.captcha)
  if (!answer.ok) throw new Error(`the captcha answered ${answer.status}`)
  return answer.json()
}

/**
 * Runs the provider's check, loaded as a separate chunk. Calls `onResponse` with each response, or with null when one
 * has expired.
 */
export const passCaptcha = async (
  { need, challenge }: CaptchaReply,
  element: HTMLElement | null,
  onResponse: (response: string | null) => void,
): Promise<void> => {
  if (need.provider === 'recaptcha') {
    const { passRecaptcha } = await import('./recaptcha.ts')
    return passRecaptcha(need, element, onResponse)
  }
  if (!challenge) throw new Error('the captcha has no challenge')
  const { solveAltcha } = await import('./solve-altcha.ts')
  onResponse(await solveAltcha(challenge))
}
