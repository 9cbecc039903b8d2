import { randomBytes } from 'node:crypto'
import { firstValue, type Parameters } from '../parameters.ts'
import type { Refusal } from '../rules/launch-refusal.ts'
import { ID_MAX } from '../rules/launch-values.ts'
import type { SchoolSecretsCache } from '../school-secrets.ts'
import { isSignatureMethod, isSignedBy } from './signature.ts'

/** Allowed clock difference in seconds, both ways. */
export const WINDOW_SECONDS = 300
const NONCE_MAX = 255
/** Real launches send fewer than 100. The limit caps the signing work a stranger can cause. */
const PARAMETERS_MAX = 500

interface VerifyInput {
  parameters: Parameters
  /** Launch URL as signed by the LMS: PUBLIC_URL and the path, without a query. */
  url: string
  now: Date
  secrets: SchoolSecretsCache
}

type Verified =
  | { ok: true; consumerId: number; namelessSchoolId: number | null; nonce: string }
  | ({ ok: false } & Refusal)

/** Parameters required before the signature can be checked. */
const REQUIRED = ['oauth_consumer_key', 'oauth_signature', 'oauth_signature_method', 'oauth_timestamp', 'oauth_nonce']
/** Parameters that identify the course and the person. */
const IDENTIFYING = ['resource_link_id', 'context_id', 'user_id']

const countValues = (parameters: Parameters): number => {
  let count = 0
  for (const name in parameters) count += parameters[name]?.length ?? 0
  return count
}

/**
 * Verifies a launch by LTI 1.1 and RFC 5849 §3.2: message, version, time and signature. Does not claim the nonce; the
 * statement that writes the launch does. An unknown key takes as long as a known one.
 */
export const verifyLaunch = async ({ parameters, url, now, secrets }: VerifyInput): Promise<Verified> => {
  const value = (name: string) => firstValue(parameters, name) ?? ''
  const unfit = (name: string) => parameters[name]?.length !== 1 || value(name) === '' || value(name).includes('\0')
  if (countValues(parameters) > PARAMETERS_MAX)
    return refuse('parameter', `there are more than ${PARAMETERS_MAX} parameters`)
  const repeated = Object.keys(parameters).find(
    name => name.startsWith('oauth_') && (parameters[name]?.length ?? 0) > 1,
  )
  if (repeated) return refuse('parameter', `${repeated} is sent more than once`)
  // oauth-1.0a would compute a different base string.
  if (Object.hasOwn(parameters, '__proto__')) return refuse('parameter', '__proto__ cannot be read')
  const missing = REQUIRED.find(unfit)
  if (missing) return refuse('parameter', `${missing} is missing`)
  if ((firstValue(parameters, 'oauth_version') ?? '1.0') !== '1.0')
    return refuse('parameter', 'oauth_version must be 1.0')
  const signatureMethod = value('oauth_signature_method')
  if (!isSignatureMethod(signatureMethod)) return refuse('signature-method', signatureMethod.slice(0, 40))
  const skew = clockSkew(value('oauth_timestamp'), now)
  if (skew === null || Math.abs(skew) > WINDOW_SECONDS)
    return refuse('timestamp', skew === null ? 'oauth_timestamp is not a time' : lateOrEarly(skew))
  if (value('oauth_nonce').length > NONCE_MAX) return refuse('parameter', 'oauth_nonce is too long')

  const key = value('oauth_consumer_key')
  const request = { method: 'POST', url, parameters, signatureMethod }
  const fits = (given: string[]) => isSignedBy(request, value('oauth_signature'), given)
  const recent = secrets.recent(key)
  // Reads the secrets again when the cached ones do not match, so that a new secret works at once.
  const school = recent && fits(recent.secrets) ? recent : await secrets.find(key)
  const signed = (recent && school === recent) || fits(school?.secrets ?? [randomBytes(16).toString('hex')])
  if (!school) return refuse('unknown-consumer', key.slice(0, 100))
  if (!signed) return refuse('signature')

  if (value('lti_message_type') !== 'basic-lti-launch-request')
    return refuse('message-type', value('lti_message_type').slice(0, 60))
  if (!/^LTI-1p[0-2]$/.test(value('lti_version'))) return refuse('version', value('lti_version').slice(0, 40))
  const unnamed = IDENTIFYING.find(name => unfit(name) || Buffer.byteLength(value(name)) > ID_MAX)
  if (unnamed) return refuse('parameter', `${unnamed} is missing, repeated or too long`)
  return {
    ok: true,
    consumerId: school.consumerId,
    namelessSchoolId: school.namelessSchoolId,
    nonce: value('oauth_nonce'),
  }
}

const refuse = (reason: Refusal['reason'], detail?: string): Verified => ({
  ok: false,
  reason,
  ...(detail ? { detail } : {}),
})

/** Returns how many seconds the launch's clock is ahead of ours; null when the timestamp is not a number. */
export const clockSkew = (timestamp: string, now: Date): number | null =>
  /^\d{1,12}$/.test(timestamp) ? Math.round(Number(timestamp) - now.getTime() / 1000) : null

const lateOrEarly = (skew: number): string =>
  `The launch was made ${Math.abs(skew)} seconds ${skew < 0 ? 'ago' : 'from now'} by our clock`
