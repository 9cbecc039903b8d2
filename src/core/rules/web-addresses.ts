/** Faults of an address that an outsider supplied, as the end of a sentence. */
export const addressFaults = {
  not_an_address: 'is not a web address',
  has_password: 'may not carry a password',
  not_https: 'must begin with https://',
  not_public: 'is not a public address',
} as const

export type AddressFault = keyof typeof addressFaults

/** Host pattern: URL allows `*`, `;` and `'` in a host, which would change the meaning of a CSP header. */
export const PLAIN_HOST = /^[\w.-]+(:\d+)?$/

export const webOrigin = (text: string | null | undefined): string | null => {
  if (!text || !URL.canParse(text)) return null
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && PLAIN_HOST.test(url.host) ? url.origin : null
}

const FIRST_PAGE = '/course'

/** Returns a local path to go to after sign-in, else /course. Rejects other origins. */
export const localPath = (given: string | undefined): `/${string}` => {
  if (!given || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(given)) return FIRST_PAGE
  const base = 'http://signbook.invalid'
  if (!URL.canParse(given, base)) return FIRST_PAGE
  const url = new URL(given, base)
  const path = `/${url.pathname.slice(1)}${url.search}${url.hash}` as const
  return url.origin === base && !path.startsWith('//') ? path : FIRST_PAGE
}

/** Returns the first groups of an IPv6 address. */
const prefixOf = (address: string, groups: number): string => {
  const [head = '', tail] = address.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, groups).join(':')
}

const isVersion6 = (address: string): boolean => address.includes(':') && !address.includes('.')

/** Returns the network of an address, for rate limits. For IPv6 the first 64 bits, which one subscriber has. */
export const networkOf = (address: string): string => (isVersion6(address) ? prefixOf(address, 4) : address)

/** Returns the block of networks that one customer may have: the first 48 bits of IPv6, 24 of IPv4. */
export const wideNetworkOf = (address: string): string =>
  isVersion6(address) ? prefixOf(address, 3) : address.replace(/\.\d+$/, '')
