import { createHmac, randomBytes } from 'node:crypto'

/** Signs a launch as a platform does. Written from RFC 5849, independent of the product. */
export interface SignOptions {
  secret?: string
  method?: 'HMAC-SHA1' | 'HMAC-SHA256'
  /** Seconds since 1970. */
  timestamp: number
  nonce?: string
}

export type Pairs = [name: string, value: string][]

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

export const signPairs = (url: string, fields: Pairs, options: SignOptions): Pairs => {
  const { secret = 'secret', method = 'HMAC-SHA1', timestamp, nonce = randomBytes(12).toString('hex') } = options
  const given = new Set(fields.map(([name]) => name))
  const oauth: Pairs = [
    ['oauth_version', '1.0'],
    ['oauth_nonce', nonce],
    ['oauth_timestamp', String(timestamp)],
    ['oauth_signature_method', method],
    ['oauth_callback', 'about:blank'],
  ]
  const body: Pairs = [...fields, ...oauth.filter(([name]) => !given.has(name))]
  const target = new URL(url)
  // Sorts by names, then values: sorting 'name=value' differs when one name starts with another.
  const sorted = [...body, ...target.searchParams]
    .map(([name, value]) => [encode(name ?? ''), encode(value ?? '')] as const)
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0))
    .map(pair => pair.join('='))
  const base = ['POST', encode(target.origin + target.pathname), encode(sorted.join('&'))].join('&')
  const signature = createHmac(method === 'HMAC-SHA1' ? 'sha1' : 'sha256', `${encode(secret)}&`)
    .update(base)
    .digest('base64')
  return [...body, ['oauth_signature', signature]]
}

export const formBody = (pairs: Pairs): string => new URLSearchParams(pairs).toString()
