import { setTimeout as pause } from 'node:timers/promises'
import { CanvasRefused } from '../../domain/canvas.ts'
import { type Answer, type Call, nextPage, type Outbound } from '../outbound.ts'

/** Work that runs alone for one token, whatever other process has the same one; the signal stops it where that ends. */
export type InTurn = <T>(work: (turn?: AbortSignal) => Promise<T>) => Promise<T>

export interface CanvasClientOptions {
  origin: string
  token: string
  outbound: Outbound
  inTurn: InTurn
  /** Waiting, in milliseconds; tests do not wait. */
  wait?: (milliseconds: number) => Promise<unknown>
}

export interface CanvasClient {
  get(path: string): Promise<unknown>
  /** All pages of a list. */
  list(path: string): Promise<unknown[]>
  send(method: 'POST' | 'DELETE', path: string, fields?: Record<string, string>): Promise<unknown>
}

const TRIES = 4
const MOST_PAGES = 100
const LONGEST_WAIT_MS = 30_000
/** Below this much left in the bucket the next call waits a second (facts: it leaks 10 a second). */
const LOW_WATER = 60

/**
 * Calls the Canvas API politely: one call at a time, longer and longer pauses when it says that it is too much (403 with
 * the words, or 429), and never another origin, since each call carries the token.
 */
export const makeCanvasClient = ({
  origin,
  token,
  outbound,
  inTurn,
  wait = pause,
}: CanvasClientOptions): CanvasClient => {
  let low = false

  const once = (call: Call): Promise<Answer> =>
    inTurn(async turn => {
      if (low) await wait(1000)
      turn?.throwIfAborted()
      const answer = await outbound({
        ...call,
        signal: turn,
        headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...call.headers },
      })
      low = Number(answer.headers['x-rate-limit-remaining'] ?? Number.POSITIVE_INFINITY) < LOW_WATER
      return answer
    })

  const call = async (asked: Call): Promise<Answer> => {
    const url = new URL(asked.url, origin)
    if (url.origin !== origin) throw new Error('Canvas points to another origin; the token stays here')
    for (let attempt = 1; ; attempt++) {
      const answer = await once({ ...asked, url: url.href })
      if (!isThrottle(answer)) return answer
      if (attempt === TRIES) throw new Error('Canvas is too busy')
      await wait(pauseAfter(answer, attempt))
    }
  }

  return {
    get: async path => read(await call({ url: path })),
    async list(path) {
      const found: unknown[] = []
      let next: string | null = path
      for (let pages = 0; next !== null; pages++) {
        if (pages === MOST_PAGES) throw new Error(`Canvas has more than ${MOST_PAGES} pages of this`)
        const answer: Answer = await call({ url: next })
        const page = read(answer)
        if (!Array.isArray(page)) throw new Error('Canvas answered with something that is no list')
        found.push(...page)
        next = nextPage(answer.headers.link)
      }
      return found
    },
    send: async (method, path, fields) =>
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

const isThrottle = ({ status, text }: Answer): boolean =>
  status === 429 || (status === 403 && /rate limit exceeded/i.test(text))

const pauseAfter = (answer: Answer, attempt: number): number => {
  const asked = Number(answer.headers['retry-after']) * 1000
  return Math.min(LONGEST_WAIT_MS, asked > 0 ? asked : 1000 * 2 ** attempt)
}

const read = ({ status, text }: Answer): unknown => {
  const body = parse(text)
  if (status >= 200 && status < 300) return body
  if (status >= 400 && status < 500) throw new CanvasRefused(status, explain(body))
  throw new Error(`Canvas answered ${status}`)
}

const parse = (text: string): unknown => {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Canvas tells what is wrong in one of three shapes; what somebody typed is in none of them. */
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
