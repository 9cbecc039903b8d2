import { randomBytes } from 'node:crypto'
import { ID_MAX } from '../../domain/launch.ts'
import type { Refusal } from '../../domain/launch-refusal.ts'
import { first, type Parameters } from '../parameters.ts'
import type { SchoolSecretsFinder } from '../school-secrets.ts'
import { isSignatureMethod, isSignedBy } from './signature.ts'

/** How far a launch's clock may be off, in seconds, both ways. */
export const WINDOW_SECONDS = 300
const NONCE_MAX = 255
/** Real launches carry fewer than 100; signing is work that a stranger may not ask for without end. */
const PARAMETERS_MAX = 500

export interface VerifyInput {
  parameters: Parameters
  /** Our launch address as the platform signed it: PUBLIC_URL and the path, without a query. */
  url: string
  now: Date
  secrets: SchoolSecretsFinder
}

export type Verified = { ok: true; consumerId: number; nonce: string } | ({ ok: false } & Refusal)

/** What OAuth and LTI 1.1 need of a launch before its signature can be checked. */
const REQUIRED = ['oauth_consumer_key', 'oauth_signature', 'oauth_signature_method', 'oauth_timestamp', 'oauth_nonce']
/** What identifies the course and the person: without it there is no row to write. */
const IDENTIFYING = ['resource_link_id', 'context_id', 'user_id']

const countValues = (parameters: Parameters): number => {
  let count = 0
  for (const name in parameters) count += parameters[name]?.length ?? 0
  return count
}

/**
 * Checks a launch by LTI 1.1 and RFC 5849 §3.2: message, version, time and signature. The nonce is handed on to be
 * claimed with the launch itself. An unknown key costs as much time as a known one.
 */
export const verifyLaunch = async ({ parameters, url, now, secrets }: VerifyInput): Promise<Verified> => {
  const value = (name: string) => first(parameters, name) ?? ''
  const unfit = (name: string) => parameters[name]?.length !== 1 || value(name) === '' || value(name).includes('\0')
  if (countValues(parameters) > PARAMETERS_MAX)
    return refuse('parameter', `there are more than ${PARAMETERS_MAX} parameters`)
  const repeated = Object.keys(parameters).find(
    name => name.startsWith('oauth_') && (parameters[name]?.length ?? 0) > 1,
  )
  if (repeated) return refuse('parameter', `${repeated} is sent more than once`)
  // oauth-1.0a would sign something else than what came.
  if (Object.hasOwn(parameters, '__proto__')) return refuse('parameter', '__proto__ cannot be read')
  const missing = REQUIRED.find(unfit)
  if (missing) return refuse('parameter', `${missing} is missing`)
  if ((first(parameters, 'oauth_version') ?? '1.0') !== '1.0') return refuse('parameter', 'oauth_version must be 1.0')
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
  // A secret that is newer than what is remembered is good too: no launch is refused by memory.
  const school = recent && fits(recent.secrets) ? recent : await secrets.find(key)
  const signed = (recent && school === recent) || fits(school?.secrets ?? [randomBytes(16).toString('hex')])
  if (!school) return refuse('unknown-consumer', key.slice(0, 100))
  if (!signed) return refuse('signature')

  if (value('lti_message_type') !== 'basic-lti-launch-request')
    return refuse('message-type', value('lti_message_type').slice(0, 60))
  if (!/^LTI-1p[0-2]$/.test(value('lti_version'))) return refuse('version', value('lti_version').slice(0, 40))
  const unnamed = IDENTIFYING.find(name => unfit(name) || Buffer.byteLength(value(name)) > ID_MAX)
  if (unnamed) return refuse('parameter', `${unnamed} is missing, repeated or too long`)
  return { ok: true, consumerId: school.consumerId, nonce: value('oauth_nonce') }
}

const refuse = (reason: Refusal['reason'], detail?: string): Verified => ({
  ok: false,
  reason,
  ...(detail ? { detail } : {}),
})

/** Seconds that a launch's clock is ahead of ours; null when it names no time. */
export const clockSkew = (timestamp: string, now: Date): number | null =>
  /^\d{1,12}$/.test(timestamp) ? Math.round(Number(timestamp) - now.getTime() / 1000) : null

const lateOrEarly = (skew: number): string =>
  `The launch was made ${Math.abs(skew)} seconds ${skew < 0 ? 'ago' : 'from now'} by our clock`
