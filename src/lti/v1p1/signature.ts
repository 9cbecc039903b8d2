import { createHmac } from 'node:crypto'
import OAuth from 'oauth-1.0a'
import { sameBytes } from '../../crypto.ts'
import type { Parameters } from '../parameters.ts'

/** The signature methods we accept, by OAuth's names. No PLAINTEXT, no RSA. */
const HASHES = { 'HMAC-SHA1': 'sha1', 'HMAC-SHA256': 'sha256' } as const
export type SignatureMethod = keyof typeof HASHES

export const isSignatureMethod = (name: string): name is SignatureMethod => Object.hasOwn(HASHES, name)

export interface SignedRequest {
  method: string
  /** Without its query: those parameters stand in `parameters` (RFC 5849 §3.4.1.2). */
  url: string
  parameters: Parameters
  signatureMethod: SignatureMethod
}

const library = new OAuth({ consumer: { key: '', secret: '' } })

/** RFC 5849 §3.6. Most of what a launch says needs no encoding; the library looks for that six times, in each text twice. */
const UNRESERVED = /^[\w.~-]*$/
const encode = library.percentEncode
export const percentEncode = (text: string): string => (UNRESERVED.test(text) ? text : encode(text))
library.percentEncode = percentEncode

/**
 * The text that is signed (RFC 5849 §3.4.1). Given a URL with a query, oauth-1.0a decodes it wrongly, so it gets none;
 * it sorts repeated values in place, so it gets a copy.
 */
export const baseStringOf = ({ method, url, parameters }: Omit<SignedRequest, 'signatureMethod'>): string => {
  const data: Record<string, string | string[]> = Object.create(null)
  for (const name in parameters) {
    const values = parameters[name] ?? []
    if (name !== 'oauth_signature') data[name] = values.length === 1 ? (values[0] ?? '') : [...values]
  }
  return library.getBaseString({ method, url, data }, {} as OAuth.Data)
}

const hmac = (signatureMethod: SignatureMethod, baseString: string, secret: string): Buffer =>
  createHmac(HASHES[signatureMethod], `${percentEncode(secret)}&`)
    .update(baseString)
    .digest()

/** The signature of a request, base64 (RFC 5849 §3.4.2). */
export const signatureOf = (request: SignedRequest, secret: string): string =>
  hmac(request.signatureMethod, baseStringOf(request), secret).toString('base64')

/**
 * Whether a signature was made with one of these secrets. Every secret is tried, and every byte compared; Node's decoder
 * skips what is no base64, so that the text must also be the one way to write its bytes.
 */
export const isSignedBy = (request: SignedRequest, signature: string, secrets: string[]): boolean => {
  const given = Buffer.from(signature, 'base64')
  if (given.toString('base64') !== signature) return false
  const baseString = baseStringOf(request)
  const matches = secrets.map(secret => sameBytes(given, hmac(request.signatureMethod, baseString, secret)))
  return matches.includes(true)
}
