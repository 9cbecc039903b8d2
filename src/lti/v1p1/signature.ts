import { createHmac } from 'node:crypto'
import OAuth from 'oauth-1.0a'
import { sameBytes } from '../../crypto.ts'
import type { Parameters } from './parameters.ts'

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

/**
 * The text that is signed (RFC 5849 §3.4.1). Given a URL with a query, oauth-1.0a decodes it wrongly, so it gets none;
 * it sorts repeated values in place, so it gets a copy.
 */
export const baseStringOf = ({ method, url, parameters }: Omit<SignedRequest, 'signatureMethod'>): string => {
  const { oauth_signature: _signature, ...signed } = parameters
  const data = Object.assign(Object.create(null), structuredClone(signed))
  return library.getBaseString({ method, url, data }, {} as OAuth.Data)
}

/** The signature of a request, base64 (RFC 5849 §3.4.2). */
export const signatureOf = (request: SignedRequest, secret: string): string =>
  createHmac(HASHES[request.signatureMethod], `${library.percentEncode(secret)}&`)
    .update(baseStringOf(request))
    .digest('base64')

/**
 * Whether a signature was made with one of these secrets. Every secret is tried, and every byte compared; Node's decoder
 * skips what is no base64, so that the text must also be the one way to write its bytes.
 */
export const isSignedBy = (request: SignedRequest, signature: string, secrets: string[]): boolean => {
  const given = Buffer.from(signature, 'base64')
  if (given.toString('base64') !== signature) return false
  const matches = secrets.map(secret => sameBytes(given, Buffer.from(signatureOf(request, secret), 'base64')))
  return matches.includes(true)
}
