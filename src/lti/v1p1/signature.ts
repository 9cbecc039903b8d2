import { createHmac } from 'node:crypto'
import OAuth from 'oauth-1.0a'
import { timingSafeBytesEqual } from '#src/core/crypto.ts'
import type { Parameters } from '../parameters.ts'

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

/**
 * RFC 5849 §3.6. Skips encoding for values that need none, which is most of them; the library would scan each value
 * many times.
 */
const UNRESERVED = /^[\w.~-]*$/
const encode = library.percentEncode
export const percentEncode = (text: string): string => (UNRESERVED.test(text) ? text : encode(text))
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
