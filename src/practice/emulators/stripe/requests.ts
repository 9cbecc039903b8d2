import { createHash } from 'node:crypto'
import { DAY_MS } from '#src/core/rules/time.ts'

/** A form body or query with nested names, such as `line_items[0][price]=…`. */
export type Params = { [name: string]: Params | string }

export const readParams = (encoded: string): Params => {
  const root: Params = Object.create(null)
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(m => m[0])
    const last = path.pop()
    if (last === undefined) continue
    let here = root
    for (const part of path) {
      const next = here[part]
      here = here[part] = typeof next === 'object' ? next : Object.create(null)
    }
    here[last] = value
  }
  return root
}

export const textAt = (params: Params | undefined, name: string): string | undefined => {
  const value = params?.[name]
  return typeof value === 'string' ? value : undefined
}

export const groupAt = (params: Params | undefined, name: string): Params => {
  const value = params?.[name]
  return typeof value === 'object' ? value : {}
}

export const listAt = (params: Params, name: string): (Params | string)[] => Object.values(groupAt(params, name))

/** Returns the text values of a group, such as metadata. */
export const textsAt = (params: Params, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(groupAt(params, name)).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )

type StripeError = { type: string; message: string } & Partial<Record<'code' | 'param', string | undefined>>

/** An error in Stripe's format. Clients decide by its type and code. */
export class Fault extends Error {
  readonly status: number
  readonly body: { error: StripeError }
  /** The endpoint began to execute, so the answer is kept for its idempotency key. */
  readonly isKept: boolean
  constructor(status: number, error: StripeError, { isKept = false } = {}) {
    super(error.message)
    this.status = status
    this.body = { error }
    this.isKept = isKept
  }
}

const badRequest = (message: string, param?: string, code?: string): StripeError => ({
  type: 'invalid_request_error',
  message,
  param,
  code,
})

/** Error for a parameter that is malformed, found before the endpoint executes. */
export const invalid = (message: string, param?: string, code?: string): Fault =>
  new Fault(400, badRequest(message, param, code))

/** Error for a request that the state of an object does not allow. */
export const refused = (message: string, param?: string, code?: string): Fault =>
  new Fault(400, badRequest(message, param, code), { isKept: true })

/** Error for a missing object: 404 for one in the URL, 400 for one in a parameter. */
export const missing = (what: string, id: string, param: string, status: 400 | 404 = 404): Fault =>
  new Fault(status, badRequest(`No such ${what}: '${id}'`, param, 'resource_missing'), { isKept: true })

type Answer = { status: number; body: object }

/**
 * Idempotency keys of Stripe's API v1. The first answer of a key is kept for 24 hours, an error included, and replayed
 * to requests with the same parameters; other parameters are an error, and so is a second request while the first is
 * running. An error from before the endpoint executed is not kept (https://docs.stripe.com/api/idempotent_requests).
 */
export const makeIdempotency = (now: () => Date) => {
  const kept = new Map<string, Answer & { hash: string; at: number }>()
  const running = new Set<string>()
  return async (key: string, request: string, work: () => Promise<object>): Promise<Answer & { replayed: boolean }> => {
    if (key.length > 255) throw invalid('Idempotency keys can be at most 255 characters long.')
    const hash = createHash('sha256').update(request).digest('hex')
    const at = now().getTime()
    const before = kept.get(key)
    if (before && at - before.at < DAY_MS) {
      if (before.hash === hash) return { status: before.status, body: before.body, replayed: true }
      throw new Fault(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      })
    }
    if (running.has(key))
      throw new Fault(409, {
        type: 'invalid_request_error',
        code: 'idempotency_key_in_use',
        message: `There is currently another in-progress request using this Idempotent Key (${key}).`,
      })
    running.add(key)
    try {
      // Copied, because Stripe replays the original bytes.
      const answer: Answer = JSON.parse(JSON.stringify(await answerOf(work)))
      kept.set(key, { ...answer, hash, at })
      return { ...answer, replayed: false }
    } finally {
      running.delete(key)
    }
  }
}

const answerOf = async (work: () => Promise<object>): Promise<Answer> => {
  try {
    return { status: 200, body: await work() }
  } catch (error) {
    if (error instanceof Fault && error.isKept) return { status: error.status, body: error.body }
    throw error
  }
}
