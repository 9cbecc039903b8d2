import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { AddressFault } from '../rules/address-faults.ts'

/**
 * Addresses outside the public internet: loopback, private and link-local networks (including cloud metadata),
 * multicast.
 */
const privateRanges = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  privateRanges.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 96],
  ['::1', 128],
  // Ranges that embed an IPv4 address: NAT64, Teredo, 6to4.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['100::', 64],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  privateRanges.addSubnet(net, bits, 'ipv6')

/** IPv4-mapped IPv6. A list of its own, because a BlockList compares its ranges with plain IPv4 addresses too. */
const mappedRange = new BlockList()
mappedRange.addSubnet('::ffff:0:0', 96, 'ipv6')

export const isPublicIp = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !privateRanges.check(address, 'ipv4')
  return family === 6 && !privateRanges.check(address, 'ipv6') && !mappedRange.check(address, 'ipv6')
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
