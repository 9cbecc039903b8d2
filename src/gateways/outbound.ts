import type { Dispatcher } from 'undici'
import { checkPublicAddress, lookupPublic } from './public-address.ts'

/** One call to a service outside. */
export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: string
  /** Ends the call before its time. */
  signal?: AbortSignal | undefined
}

/** What came back, whatever its status says. Header names are lower case. */
export interface Answer {
  status: number
  headers: Record<string, string>
  text: string
}

export type Outbound = (call: Call) => Promise<Answer>

interface Limits {
  milliseconds?: number
  bytes?: number
  /** The address came from somebody outside: https alone, and nothing inside our own network (contract.md, Settings). */
  publicOnly?: boolean
}

/**
 * How every call leaves the house: with an end, a size, and without following redirects, which would carry a token to
 * wherever the other side points. Throws when no whole answer came. undici is loaded with the first call: a start does
 * not wait for it.
 */
export const makeOutbound = ({
  milliseconds = 10_000,
  bytes = 1024 * 1024,
  publicOnly = false,
}: Limits = {}): Outbound => {
  const load = async () => {
    const { Agent, request } = await import('undici')
    const dispatcher = new Agent({
      connect: { timeout: Math.min(milliseconds, 5000), ...(publicOnly ? { lookup: lookupPublic } : {}) },
      headersTimeout: milliseconds,
      bodyTimeout: milliseconds,
      keepAliveTimeout: 4000,
    })
    return { dispatcher, request }
  }
  let loaded: ReturnType<typeof load> | undefined
  const loadedOnce = () => {
    loaded ??= load()
    return loaded
  }
  return async ({ method = 'GET', url, headers = {}, body, signal }) => {
    if (publicOnly) checkPublicAddress(url)
    const { dispatcher, request } = await loadedOnce()
    const answer = await request(url, {
      dispatcher,
      method,
      headers: { 'user-agent': 'Signbook', ...headers },
      body: body ?? null,
      signal: AbortSignal.any([AbortSignal.timeout(milliseconds), ...(signal ? [signal] : [])]),
    })
    return { status: answer.statusCode, headers: flat(answer.headers), text: await readUpTo(answer.body, bytes) }
  }
}

const readUpTo = async (body: Dispatcher.ResponseData['body'], most: number): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > most) throw new Error(`the answer is longer than ${most} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]))

/** The body of an answer as an object or a list; null: it is neither. */
export const readJson = (text: string): Record<string, unknown> | null => {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}

/** The address behind rel="next" (RFC 8288), opaque to us. */
export const nextPage = (link: string | undefined): string | null =>
  link
    ?.split(/,\s*(?=<)/)
    .find(part => /;\s*rel="?next"?/i.test(part))
    ?.match(/^\s*<([^>]*)>/)?.[1] ?? null
