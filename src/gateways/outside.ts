import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Agent, request } from 'undici'

/**
 * Calls to addresses that outsiders supply: platforms, outcome services. In production they must be https and public
 * (contract.md, Settings); an answer is bounded in time and size, and a redirect is an answer like any other.
 */
export type Outside = (url: string, options?: OutsideRequest) => Promise<OutsideAnswer>

export interface OutsideRequest {
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  body?: string
  milliseconds?: number
  maxBytes?: number
}

export interface OutsideAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** The address may not be called, or did not answer as it must; the message is for an administrator. */
export class OutsideError extends Error {}

const TIMEOUT_MS = 5000
const MAX_BYTES = 256 * 1024

const inner = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inner.addSubnet(net, bits, 'ipv6')

/** Whether an IP address is one that the whole internet may call. */
export const isPublicAddress = (address: string): boolean => {
  const kind = isIP(address)
  const mapped = address.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i)?.[1]
  if (mapped) return !inner.check(mapped, 'ipv4')
  return kind !== 0 && !inner.check(address, kind === 6 ? 'ipv6' : 'ipv4')
}

/** Resolves a name once, for the very connection that is made: a second look-up could answer something else. */
const publicLookup: LookupFunction = (host, options, answer) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return answer(error, [])
    const first = addresses.filter(a => isPublicAddress(a.address))
    if (first.length === 0) return answer(new OutsideError(`${host} is not a public address`), [])
    return options.all ? answer(null, first) : answer(null, first[0]!.address, first[0]!.family)
  })
}

/** What is wrong with an address that an outsider supplies; null when it may be called. */
export const addressProblem = (text: string, demo: boolean): string | null => {
  if (!URL.canParse(text)) return 'is not a web address'
  const { protocol, hostname, username, password } = new URL(text)
  if (username || password) return 'may not carry a password'
  if (protocol === 'http:' && demo) return null
  if (protocol !== 'https:') return 'must begin with https://'
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (!demo && isIP(literal) && !isPublicAddress(literal)) return 'is not a public address'
  return null
}

export const makeOutside = ({ demo }: { demo: boolean }): Outside => {
  const dispatcher = new Agent({
    connect: { timeout: TIMEOUT_MS, ...(demo ? {} : { lookup: publicLookup }) },
    pipelining: 1,
    connections: 8,
  })
  return async (url, options = {}) => {
    const problem = addressProblem(url, demo)
    if (problem) throw new OutsideError(`${url} ${problem}`)
    const { method = 'GET', headers = {}, body, milliseconds = TIMEOUT_MS, maxBytes = MAX_BYTES } = options
    // One clock for all of it: a host that sends a byte a second ends with the others.
    const signal = AbortSignal.timeout(milliseconds)
    try {
      const answer = await request(url, {
        dispatcher,
        method,
        // Canvas refuses calls without a name.
        headers: { 'user-agent': 'signbook/1', accept: 'application/json', ...headers },
        ...(body === undefined ? {} : { body }),
        signal,
      })
      return { status: answer.statusCode, headers: answer.headers, text: await read(answer.body, maxBytes) }
    } catch (error) {
      if (error instanceof OutsideError) throw error
      const why = signal.aborted ? `did not answer in ${milliseconds / 1000} seconds` : reasonOf(error)
      throw new OutsideError(`${new URL(url).host} ${why}`, { cause: error })
    }
  }
}

const read = async (body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new OutsideError(`the answer is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const reasonOf = (error: unknown): string => {
  const { code, cause } = error as { code?: string; cause?: { message?: string } }
  return `could not be reached (${code ?? cause?.message ?? (error as Error).message})`
}
