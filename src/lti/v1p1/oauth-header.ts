import { createHash } from 'node:crypto'
import { mintReference } from '#src/core/crypto.ts'
import { collectLaunchParameters } from '../parameters.ts'
import { percentEncode, signatureOf } from './signature.ts'

interface SignedCall {
  method: 'GET' | 'POST'
  url: string
  key: string
  secret: string
  now: Date
}

/**
 * Returns the OAuth header for a call to a school's LMS. The body is signed through its hash (OAuth Request Body Hash)
 * and is not in the base string.
 */
export const oauthHeader = ({ method, url: address, key, secret, now }: SignedCall, body: string): string => {
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
