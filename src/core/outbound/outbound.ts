import type { Dispatcher } from 'undici'
import { addAnswerTime, countCall, type Service } from './outside-calls.ts'
import { checkPublicAddress, lookupPublic } from './public-address.ts'

/** One HTTP request. */
export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: string
  /** Aborts the request. */
  signal?: AbortSignal | undefined
}

/** A response of any status. Header names are lower case. */
export interface HttpResponse {
  status: number
  headers: Record<string, string>
  text: string
}

export type HttpClient = (call: Call) => Promise<HttpResponse>

interface ClientOptions {
  /** Counts the calls in /metrics under this name. Absent for tests of a service. */
  service?: Service
  /** For the whole call; 9 seconds if absent, below the ten that a stop gives a request. */
  milliseconds?: number
  bytes?: number
  /** For URLs supplied by outsiders: allows only https and public addresses. */
  publicOnly?: boolean
}

/**
 * HTTP client for all outgoing calls, with a timeout and a size limit. Does not follow redirects, which could send a
 * token to another host. Throws if no complete response arrives. Loads undici on first use, to keep server start fast.
 */
export const makeHttpClient = ({
  service,
  milliseconds = 9000,
  bytes = 1024 * 1024,
  publicOnly = false,
}: ClientOptions = {}): HttpClient => {
  const load = async () => {
    const { default: undici } = await import('undici')
    const { Agent, request } = undici
    const dispatcher = new Agent({
      connect: { timeout: Math.min(milliseconds, 5000), ...(publicOnly ? { lookup: lookupPublic } : {}) },
      // `startLimit` limits all of a call.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 4000,
    })
    return { dispatcher, request }
  }
  let loaded: ReturnType<typeof load> | undefined
  const loadedOnce = () => {
    loaded ??= load()
    return loaded
  }
  const send: HttpClient = async ({ method = 'GET', url, headers = {}, body, signal }) => {
    if (publicOnly) checkPublicAddress(url)
    const { dispatcher, request } = await loadedOnce()
    const limit = startLimit(milliseconds, signal)
    try {
      const answer = await request(url, {
        dispatcher,
        method,
        headers: { 'user-agent': 'Signbook', ...headers },
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

/**
 * Returns a signal that aborts after a time, or with the given one. Not AbortSignal.any: Node 20 may collect its timeout
 * as garbage, and the call waits for ever.
 */
const startLimit = (milliseconds: number, signal: AbortSignal | undefined) => {
  const stop = new AbortController()
  const late = new Error(`no answer within ${milliseconds / 1000} seconds`)
  const timer = setTimeout(() => stop.abort(late), milliseconds)
  const passOn = () => stop.abort(signal?.reason)
  signal?.addEventListener('abort', passOn)
  if (signal?.aborted) passOn()
  return {
    signal: stop.signal,
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', passOn)
    },
  }
}

const readUpTo = async (body: Dispatcher.ResponseData['body'], most: number): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > most) throw new Error(`the response is longer than ${most} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]))

/** Parses a body as a JSON object or array. Returns null for anything else. */
export const readJson = (text: string): Record<string, unknown> | null => {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}

/** Returns the URL of the rel="next" link (RFC 8288), or null. */
export const nextPageUrl = (link: string | undefined): string | null =>
  link
    ?.split(/,\s*(?=<)/)
    .find(part => /;\s*rel="?next"?/i.test(part))
    ?.match(/^\s*<([^>]*)>/)?.[1] ?? null
