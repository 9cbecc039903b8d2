import { setTimeout as pause } from 'node:timers/promises'
import { makeConcurrencyLimit } from '#src/core/concurrency-limit.ts'
import type { Call, HttpClient, HttpResponse } from '#src/core/outbound.ts'
import { parseJson } from '#src/core/outside/json.ts'
import { itemsOf, nextPageUrl } from '#src/core/outside/pages.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import { isSuccess, text } from '#src/core/rules/outside.ts'
import { CanvasRefused } from '../rules/canvas-port.ts'

interface CanvasClientOptions {
  origin: string
  token: string
  outbound: HttpClient
  /** Replaced in tests to avoid real pauses. */
  wait?: (milliseconds: number) => Promise<unknown>
}

export type CanvasClient = ReturnType<typeof makeCanvasClient>

const MAX_ATTEMPTS = 4
const MOST = { pages: 100, items: 10_000, milliseconds: 600_000 }
const MAX_WAIT_MS = 30_000
/** Below this remaining quota the next call waits a second. Canvas refills about 10 units a second. */
const LOW_QUOTA = 60

/** Canvas charges a call's cost in advance, so many calls at once use up the quota of a token. */
const AT_ONCE = 4
const MOST_WAITING = 10_000

/** Client for the Canvas API: a few calls at a time, backs off when throttled, sends the token to one origin only. */
export const makeCanvasClient = ({ origin, token, outbound, wait = pause }: CanvasClientOptions) => {
  let isQuotaLow = false
  const inTurn = makeConcurrencyLimit({ perKey: AT_ONCE, inAll: AT_ONCE, mostWaiting: MOST_WAITING })

  const once = (call: Call): Promise<HttpResponse> =>
    inTurn(origin, async () => {
      if (isQuotaLow) await wait(1000)
      const answer = await outbound({
        ...call,
        headers: { authorization: `Bearer ${token}`, accept: 'application/json+canvas-string-ids', ...call.headers },
      })
      isQuotaLow = Number(answer.headers['x-rate-limit-remaining'] ?? Number.POSITIVE_INFINITY) < LOW_QUOTA
      return answer
    })

  const call = async (asked: Call): Promise<HttpResponse> => {
    const url = new URL(asked.url, origin)
    if (url.origin !== origin) throw new Error('Canvas linked to another origin; the token is not sent there')
    for (let attempt = 1; ; attempt++) {
      const answer = await once({ ...asked, url: url.href })
      if (!isThrottle(answer)) return answer
      if (attempt === MAX_ATTEMPTS) throw new Error('Canvas rate limit exceeded')
      await wait(pauseAfter(answer, attempt))
    }
  }

  return {
    get: async (path: string): Promise<unknown> => read(await call({ url: path })),
    /** Returns the items of all pages. Throws Incomplete rather than return some of them. */
    async list(path: string): Promise<unknown[]> {
      const found: unknown[] = []
      const all = itemsOf<unknown>({
        first: new URL(path, origin).href,
        async read(url) {
          const answer = await call({ url })
          const items = read(answer)
          if (!Array.isArray(items)) throw new Error('Canvas did not return a list')
          return { items, next: nextPageUrl(answer.headers.link) }
        },
        idOf: item => text.safeParse(recordOf(item).id).data ?? null,
        most: MOST,
      })
      for await (const item of all) found.push(item)
      return found
    },
    send: async (method: 'POST' | 'DELETE', path: string, fields?: Record<string, string>): Promise<unknown> =>
      read(
        await call({
          method,
          url: path,
          ...(fields ? { body: new URLSearchParams(fields).toString(), headers: FORM } : {}),
        }),
      ),
  }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const isThrottle = ({ status, text }: HttpResponse): boolean =>
  status === 429 || (status === 403 && /rate limit exceeded/i.test(text))

const pauseAfter = (answer: HttpResponse, attempt: number): number => {
  const asked = Number(answer.headers['retry-after']) * 1000
  return Math.min(MAX_WAIT_MS, asked > 0 ? asked : 1000 * 2 ** attempt)
}

const read = ({ status, text }: HttpResponse): unknown => {
  const body = text === '' ? null : parseJson(text)
  if (isSuccess(status)) return body
  if (status >= 400 && status < 500) throw new CanvasRefused(status, explain(body))
  throw new Error(`Canvas answered ${status}`)
}

/** Returns the error messages of a Canvas response. Canvas has three shapes for them; none repeats user input. */
const explain = (body: unknown): string => {
  const messages: string[] = []
  const walk = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > 5) return
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'message' && typeof inner === 'string') messages.push(inner)
      else walk(inner, depth + 1)
    }
  }
  walk(body, 0)
  return messages.join(' ').slice(0, 300) || 'no reason given'
}
