import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { AddressFault } from '../rules/address-faults.ts'

const blockList = (family: 'ipv4' | 'ipv6', ranges: string[]): BlockList => {
  const list = new BlockList()
  for (const range of ranges) {
    const [net = '', bits] = range.split('/')
    list.addSubnet(net, Number(bits), family)
  }
  return list
}

/** IPv4 outside the public internet, by the IANA special-purpose registry, and multicast. */
const special4 = blockList('ipv4', [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
])

/** Global unicast. Everything else of IPv6 is local, multicast, reserved, or embeds an IPv4 address. */
const global6 = blockList('ipv6', ['2000::/3'])
/** Its special-purpose parts: protocol assignments with Teredo, documentation, 6to4, AS112. */
const special6 = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'])

export const isPublicIp = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !special4.check(address, 'ipv4')
  return family === 6 && global6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
}

class NotPublic extends Error {}

/** Returns why a URL supplied by an outsider may not be called; null if it may. */
export const addressFault = (given: string, { publicOnly }: { publicOnly: boolean }): AddressFault | null => {
  if (!URL.canParse(given)) return 'not_an_address'
  const { protocol, username, password } = new URL(given)
  if (username || password) return 'has_password'
  if (protocol !== 'https:' && (publicOnly || protocol !== 'http:')) return 'not_https'
  try {
    if (publicOnly) checkPublicAddress(given)
    return null
  } catch {
    return 'not_public'
  }
}

/**
 * Throws unless the URL is https and its host is not a private IP address. Host names are checked by `lookupPublic`.
 */
export const checkPublicAddress = (given: string): void => {
  const { protocol, hostname } = new URL(given)
  if (protocol !== 'https:') throw new NotPublic('only https addresses are allowed')
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicIp(host)) throw new NotPublic('the address is inside a private network')
}

/**
 * DNS lookup that refuses private addresses. Used for the connection itself, so the checked address is the one
 * connected to.
 */
export const lookupPublic: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0)
    const [first] = found
    if (!first || found.some(f => !isPublicIp(f.address)))
      return done(new NotPublic('the address is inside a private network'), '', 0)
    return options.all ? done(null, found) : done(null, first.address, first.family)
  })
