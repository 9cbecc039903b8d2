import { createHash, createHmac } from 'node:crypto'
import OAuth from 'oauth-1.0a'
import { mintReference, timingSafeBytesEqual } from '#src/core/crypto.ts'
import type { Call } from '#src/core/outbound.ts'
import { collectLaunchParameters, type Parameters } from '../rules/launch.ts'

/** Accepted signature methods by OAuth name. PLAINTEXT and RSA are not accepted. */
const HASHES = { 'HMAC-SHA1': 'sha1', 'HMAC-SHA256': 'sha256' } as const
export type SignatureMethod = keyof typeof HASHES

export const isSignatureMethod = (name: string): name is SignatureMethod => Object.hasOwn(HASHES, name)

interface SignedRequest {
  method: string
  /** URL without its query. The query's parameters are in `parameters` (RFC 5849 §3.4.1.2). */
  url: string
  parameters: Parameters
  signatureMethod: SignatureMethod
}

const library = new OAuth({ consumer: { key: '', secret: '' } })

/** RFC 5849 §3.6. Most values need no encoding; the library would scan each many times. */
const UNRESERVED = /^[\w.~-]*$/
const encode = library.percentEncode
const percentEncode = (text: string): string => (UNRESERVED.test(text) ? text : encode(text))
library.percentEncode = percentEncode

/**
 * Returns the signature base string (RFC 5849 §3.4.1). oauth-1.0a gets the URL without its query, which it would decode
 * wrongly, and a copy of repeated values, which it would sort in place.
 */
export const baseStringOf = ({ method, url, parameters }: Omit<SignedRequest, 'signatureMethod'>): string => {
  const data: Record<string, string | string[]> = Object.create(null)
  for (const name in parameters) {
    const values = parameters[name] ?? []
    if (name !== 'oauth_signature') data[name] = values.length === 1 ? (values[0] ?? '') : [...values]
  }
  // The OAuth parameters are in `data` already, because a launch sends them in its form.
  return library.getBaseString({ method, url, data }, {} as OAuth.Data)
}

const hmac = (signatureMethod: SignatureMethod, baseString: string, secret: string): Buffer =>
  createHmac(HASHES[signatureMethod], `${percentEncode(secret)}&`)
    .update(baseString)
    .digest()

/** Returns the signature of a request in base64 (RFC 5849 §3.4.2). */
export const signatureOf = (request: SignedRequest, secret: string): string =>
  hmac(request.signatureMethod, baseStringOf(request), secret).toString('base64')

/**
 * Returns whether a signature was made with one of these secrets, in constant time: all secrets are tried. Node's
 * base64 decoder skips invalid characters, so the signature must also be the canonical encoding of its bytes.
 */
export const isSignedBy = (request: SignedRequest, signature: string, secrets: string[]): boolean => {
  const given = Buffer.from(signature, 'base64')
  if (given.toString('base64') !== signature) return false
  const baseString = baseStringOf(request)
  const matches = secrets.map(secret => timingSafeBytesEqual(given, hmac(request.signatureMethod, baseString, secret)))
  return matches.includes(true)
}

/** Parameters whose values are not personal. All other values are masked, including unknown ones. */
const KNOWN =
  /^(oauth_(consumer_key|signature_method|timestamp|nonce|version|callback)|lti_(message_type|version)|context_(id|title|label|type)|resource_link_(id|title)|launch_presentation_(document_target|locale|width|height)|tool_consumer_info_(product_family_code|version)|tool_consumer_instance_(guid|name)|roles|custom_(app|unit|check|canvas_(course_id|api_domain|workflow_state|enrollment_state|term_(start|end)_at)|(term|section)_(start|end)_at)|app|unit|check)$/

/** Longer than a real base string. A stranger may send more. */
const MOST = 8000

/** Returns the base string of a refused launch, to compare with the LMS's. Personal values are replaced by lengths. */
export const maskedBaseString = (url: string, parameters: Parameters): string => {
  const masked: Parameters = Object.create(null)
  for (const [name, values] of Object.entries(parameters))
    masked[name] = KNOWN.test(name) ? values : values.map(v => `(${v.length})`)
  return baseStringOf({ method: 'POST', url, parameters: masked }).slice(0, MOST)
}

/** Returns the OAuth header for a call to an LMS. The body is signed by its hash (OAuth Request Body Hash). */
export const oauthHeader = (
  { method, url: address, body = '' }: Call & { method: 'GET' | 'POST' },
  { key, secret }: { key: string; secret: string },
  now: Date,
): string => {
  const url = new URL(address)
  const oauth: Record<string, string> = {
    oauth_consumer_key: key,
    oauth_nonce: mintReference(),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(now.getTime() / 1000)),
    oauth_version: '1.0',
    oauth_body_hash: createHash('sha1').update(body).digest('base64'),
  }
  const query: Record<string, string[]> = {}
  for (const [name, value] of url.searchParams) query[name] = [...(query[name] ?? []), value]
  const parameters = collectLaunchParameters(query, oauth)
  const bare = `${url.origin}${url.pathname}`
  oauth.oauth_signature = signatureOf({ method, url: bare, parameters, signatureMethod: 'HMAC-SHA1' }, secret)
  const pairs = Object.entries(oauth).map(([name, value]) => `${name}="${percentEncode(value)}"`)
  return `OAuth realm="",${pairs.join(',')}`
}
