import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import { startLimit } from './clock.ts'
import { addAnswerTime, countCall, type Service } from './event-counts.ts'
import { currentRequestId } from './log.ts'
import type { AddressFault } from './rules/web-addresses.ts'
import { isLoopback } from './settings.ts'

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

/** Addresses that are ours to reach although they are not public: those of the practice services, in demo mode only. */
export type IsOwn = (url: URL) => boolean

/** For a demo of one machine alone, to try an LMS that runs here: all of this machine, and public hosts over http. */
export const isOwnOfMachine: IsOwn = ({ protocol, hostname }) => {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isLoopback(host) || (protocol === 'http:' && (isIP(host) === 0 || isPublicIp(host)))
}

/** Returns why a URL supplied by an outsider may not be called; null if it may. */
export const addressFault = (given: string, isOwn: IsOwn): AddressFault | null => {
  if (!URL.canParse(given)) return 'not_an_address'
  const url = new URL(given)
  if (url.username || url.password) return 'has_password'
  if (/^https?:$/.test(url.protocol) && isOwn(url)) return null
  if (url.protocol !== 'https:') return 'not_https'
  try {
    checkPublicAddress(given)
    return null
  } catch {
    return 'not_public'
  }
}

/** Throws unless the URL is https and its host no private IP address. `lookupPublic` checks host names. */
export const checkPublicAddress = (given: string): void => {
  const { protocol, hostname } = new URL(given)
  if (protocol !== 'https:') throw new NotPublic('only https addresses are allowed')
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicIp(host)) throw new NotPublic('the address is inside a private network')
}

/** DNS lookup for a connection that refuses private addresses: what is checked is what is connected to. */
const lookupPublic: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0)
    const [first] = found
    if (!first || found.some(f => !isPublicIp(f.address)))
      return done(new NotPublic('the address is inside a private network'), '', 0)
    return options.all ? done(null, found) : done(null, first.address, first.family)
  })

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal | undefined
}

/** A response of any status. Header names are lower case. */
export interface HttpResponse {
  status: number
  headers: Record<string, string>
  text: string
}

/** Returns the address of a redirect, or null. The client does not follow it by itself. */
export const redirectOf = ({ status, headers: { location = '' } }: HttpResponse, url: string): string | null =>
  [301, 302, 303, 307, 308].includes(status) && URL.canParse(location, url) ? new URL(location, url).href : null

/** Returns the status for a message. Names where a redirect leads, since its address is the one to enter. */
export const statusText = (answer: HttpResponse, url: string): string => {
  const next = redirectOf(answer, url)
  return next ? `${answer.status}, a redirect to ${next.slice(0, 300)}` : String(answer.status)
}

export type HttpClient = (call: Call) => Promise<HttpResponse>

interface ClientOptions {
  /** Counts the calls in /metrics under this name. Absent for tests of a service. */
  service?: Service
  /** For the whole call; 9 seconds if absent, below the ten that a stop gives a request. */
  milliseconds?: number
  bytes?: number
  /** For URLs supplied by outsiders: allows only https and public addresses, and these. */
  orOwn?: IsOwn
}

let isClosed = false

/** Refuses all further calls of this process: it serves a copy of production (OUTSIDE=off). */
export const closeOutside = (): void => {
  isClosed = true
}

/** Client for outgoing calls, with limits. Follows no redirects, which could send a token to another host. */
export const makeHttpClient = ({
  service,
  milliseconds = 9000,
  bytes = 1024 * 1024,
  orOwn,
}: ClientOptions = {}): HttpClient => {
  const load = async () => {
    const { default: undici } = await import('undici')
    const { Agent, request } = undici
    const agent = (lookup?: LookupFunction) =>
      new Agent({
        connect: { timeout: Math.min(milliseconds, 5000), ...(lookup ? { lookup } : {}) },
        // `startLimit` limits all of a call.
        headersTimeout: 0,
        bodyTimeout: 0,
        keepAliveTimeout: 4000,
      })
    return { any: agent(), onlyPublic: agent(lookupPublic), request }
  }
  let loaded: ReturnType<typeof load> | undefined
  const send: HttpClient = async ({ method = 'GET', url, headers = {}, body, signal }) => {
    if (isClosed) throw new Error('OUTSIDE is off: this is a copy, which calls nobody')
    const mayBePrivate = !orOwn || orOwn(new URL(url))
    if (!mayBePrivate) checkPublicAddress(url)
    loaded ??= load()
    const { any, onlyPublic, request } = await loaded
    const dispatcher = mayBePrivate ? any : onlyPublic
    const limit = startLimit(milliseconds, signal)
    const id = currentRequestId()
    try {
      const answer = await request(url, {
        dispatcher,
        method,
        // The id names the request or job of ours in the logs of the other side.
        headers: { 'user-agent': 'Signbook', ...(id && { 'x-request-id': id }), ...headers },
        body: body ?? null,
        signal: limit.signal,
      })
      return { status: answer.statusCode, headers: flat(answer.headers), text: await readUpTo(answer.body, bytes) }
    } catch (cause) {
      // Staff read this as the problem of a job.
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`No complete answer from ${new URL(url).host}: ${why}`, { cause })
    } finally {
      limit.end()
    }
  }
  return service ? counted(service, send) : send
}

const counted =
  (service: Service, send: HttpClient): HttpClient =>
  async call => {
    const began = performance.now()
    try {
      const answer = await send(call)
      countCall(service, answer.status)
      return answer
    } catch (error) {
      countCall(service, null)
      throw error
    } finally {
      addAnswerTime(service, performance.now() - began)
    }
  }

const readUpTo = async (body: Dispatcher.ResponseData['body'], most: number): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > most) throw new Error(`the response is longer than ${most / 1024} kB`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]))
