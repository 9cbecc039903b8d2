import { readJson } from '#src/core/outbound/outbound.ts'
import type { ServiceAnswer } from '../rules/setup-line.ts'
import { ask } from './ask.ts'

interface CaptchaSettings {
  provider: 'altcha' | 'recaptcha' | 'off'
  secret?: string | undefined
  apiBase?: string | undefined
}

/** Sends a response that cannot be right. Google then says whether it knows the secret. */
export const tryCaptcha = async (settings: CaptchaSettings): Promise<ServiceAnswer | null> => {
  const { provider, secret = '', apiBase = 'https://www.google.com' } = settings
  if (provider !== 'recaptcha') return null
  const { answer, text } = await ask({
    method: 'POST',
    url: `${apiBase}/recaptcha/api/siteverify`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ secret, response: 'setup-test' }).toString(),
  })
  if (answer !== 'works') return answer
  const codes = readJson(text)?.['error-codes']
  if (!Array.isArray(codes)) return 'unexpected'
  return codes.some(code => /input-secret/.test(String(code))) ? 'rejected' : 'works'
}
