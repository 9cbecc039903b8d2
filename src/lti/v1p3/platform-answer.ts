import { firstValue, type Parameters } from '../parameters.ts'
import type { Refusal } from '../rules/launch-refusal.ts'
import { JWT_MAX } from './jwt.ts'

export const makeRefusal = (reason: Refusal['reason'], detail: string): Refusal => ({ reason, detail })

/** The platform's answer to a login request. */
export interface PlatformAnswer {
  idToken: string
  state: string
  /** Value from platform storage; undefined when it was not asked yet. */
  stored: string | undefined
}

/** Reads the answer, or returns why it cannot be one. */
export const readAnswer = (parameters: Parameters): PlatformAnswer | Refusal => {
  const error = firstValue(parameters, 'error')
  if (error !== undefined) return platformError(error, firstValue(parameters, 'error_description'))
  const [idToken, state] = [firstValue(parameters, 'id_token'), firstValue(parameters, 'state')]
  if (!idToken) return makeRefusal('parameter', 'id_token is missing')
  if (!state) return makeRefusal('parameter', 'state is missing')
  if (idToken.length > JWT_MAX) return makeRefusal('parameter', 'id_token is too long')
  return { idToken, state, stored: firstValue(parameters, 'lti_storage_value') }
}

/** Canvas answers a login once. For a second login of the same click it sends `launch_no_longer_valid`. */
const ALREADY_USED = /no.longer.valid|already.(been.)?(used|consumed)/i

const platformError = (error: string, description = ''): Refusal => {
  const reported = [error.slice(0, 100), description.slice(0, 300)].filter(Boolean).join(': ')
  return makeRefusal(ALREADY_USED.test(reported) ? 'platform-spent' : 'platform-error', reported)
}
