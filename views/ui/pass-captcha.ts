import type { Challenge } from 'altcha-lib/types'
import type { CaptchaNeed } from '#src/sign-up/rules/captcha.ts'
import { payPaths } from '../pay-paths.ts'

/** The captcha to pass, and the challenge when the provider is our own. */
interface FetchedCaptcha {
  need: Exclude<CaptchaNeed, { provider: 'off' }>
  challenge: Challenge
}

export const fetchCaptcha = async (): Promise<FetchedCaptcha> => {
  const answer = await fetch(payPaths.captcha)
  if (!answer.ok) throw new Error(`the captcha answered ${answer.status}`)
  return answer.json()
}

/**
 * Runs the provider's check, loaded as a separate chunk. Calls `onResponse` with each response, or with null when one
 * has expired.
 */
export const passCaptcha = async (
  { need, challenge }: FetchedCaptcha,
  element: HTMLElement | null,
  onResponse: (response: string | null) => void,
): Promise<void> => {
  if (need.provider === 'recaptcha') {
    const { passRecaptcha } = await import('./recaptcha.ts')
    return passRecaptcha(need, element, onResponse)
  }
  const { solveAltcha } = await import('./solve-altcha.ts')
  onResponse(await solveAltcha(challenge))
}
