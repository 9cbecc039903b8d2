import { setTimeout as wait } from 'node:timers/promises'
import type Stripe from 'stripe'
import { TimedOut, withTimeout } from '#src/core/clock.ts'
import { addAnswerTime, countCall } from '#src/core/event-counts.ts'
import { Incomplete, itemsOf } from '#src/core/outside/pages.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import { CardProviderError, STRIPE_VERSION } from '../rules/card-provider.ts'

export interface StripeAccount {
  secretKey: string
  apiBase?: string | undefined
}

/** One attempt. */
const TIMEOUT_MS = 8000
/** Limit of a whole call with its retry. It is below the ten seconds that a stop gives a request. */
const CALL_MS = 9000
/** Code of Stripe's error while the first request with a key is running. */
const IN_USE = 'idempotency_key_in_use'
/** Pauses while the same request is still being processed, for example after a double click. */
const IN_USE_BACKOFF_MS = [500, 1000, 2000, 4000]

/** A reconciliation compares the payments of a week while it reads them. */
const MOST = { pages: 1000, items: 100_000, milliseconds: 60 * 60 * 1000 }

type Call<T> = (stripe: Stripe) => Promise<T>

/** Client for Stripe. Loads the large Stripe library on first use, to keep server start fast. */
export const makeStripeClient = (account: StripeAccount) => {
  let loaded: Promise<Stripe> | undefined
  const load = () => (loaded ??= connect(account))

  const attempt = async <T extends object>(call: Call<T>): Promise<T> => {
    const stripe = await load()
    const began = performance.now()
    const answer = await call(stripe)
      .catch(error => {
        countCall('stripe', Number(recordOf(error).statusCode ?? 0) || null)
        throw toCardProviderError(error)
      })
      .finally(() => addAnswerTime('stripe', performance.now() - began))
    const isRight = isStripeObject(answer)
    countCall('stripe', isRight ? 200 : 500)
    if (!isRight) throw new CardProviderError('away', 'the card provider: unexpected answer', { isAnswer: true })
    return answer
  }

  const attemptOnce = async <T extends object>(call: Call<T>, waits = IN_USE_BACKOFF_MS): Promise<T> => {
    const [ms, ...more] = waits
    try {
      return await attempt(call)
    } catch (error) {
      if (ms === undefined || codeOf(error) !== IN_USE) throw error
    }
    await wait(ms)
    return attemptOnce(call, more)
  }

  /** Throws CardProviderError. */
  const ask = <T extends object>(call: Call<T>): Promise<T> => inTime(() => attempt(call))

  return {
    load,
    ask,
    /**
     * Like `ask`, for requests with an idempotency key. While the first request runs, a second one waits and then gets
     * the same response.
     */
    askOnce: <T extends object>(call: Call<T>): Promise<T> => inTime(() => attemptOnce(call)),
    /** Like `ask`, but returns null if the object does not exist. */
    askOrNull: <T extends object>(call: Call<T>): Promise<T | null> =>
      ask(call).catch(error => {
        if (codeOf(error) === 'resource_missing') return null
        throw error
      }),
    /** Yields all items of a list, page by page, newest first. Throws CardProviderError rather than end early. */
    async *askAll<T extends { id: string }>(
      page: (stripe: Stripe, params: { limit: number; starting_after?: string }) => Promise<Stripe.ApiList<T>>,
    ): AsyncGenerator<T> {
      const read = async (after: string) => {
        const { data, has_more } = await ask(stripe =>
          page(stripe, { limit: 100, ...(after ? { starting_after: after } : {}) }),
        )
        if (!Array.isArray(data) || data.some(item => typeof recordOf(item).id !== 'string'))
          throw new CardProviderError('away', 'the card provider: no list', { isAnswer: true })
        return { items: data, next: has_more ? (data.at(-1)?.id ?? after) : null }
      }
      try {
        yield* itemsOf({ first: '', read, idOf: item => item.id, most: MOST })
      } catch (error) {
        if (!(error instanceof Incomplete)) throw error
        throw new CardProviderError('away', `the card provider: ${error.message}`, { isAnswer: true, cause: error })
      }
    },
  }
}

const inTime = <T>(work: () => Promise<T>): Promise<T> =>
  withTimeout(CALL_MS, work).catch(error => {
    if (!(error instanceof TimedOut)) throw error
    throw new CardProviderError('away', 'the card provider: no answer in time', { isAnswer: false })
  })

const connect = async ({ secretKey, apiBase }: StripeAccount): Promise<Stripe> => {
  const { default: Client } = await import('stripe')
  const base = apiBase ? new URL(apiBase) : null
  return new Client(secretKey, {
    apiVersion: STRIPE_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base
      ? {
          host: base.hostname,
          port: base.port || (base.protocol === 'https:' ? '443' : '80'),
          protocol: base.protocol === 'https:' ? 'https' : 'http',
        }
      : {}),
  })
}

export const codeOf = (error: unknown): unknown =>
  error instanceof CardProviderError ? recordOf(error.cause).code : undefined

/**
 * Returns whether an answer is an object of Stripe's API, or a list of them. The library passes on any JSON without an
 * `error`, whatever its status.
 */
const isStripeObject = (answer: object): boolean => {
  const { object, id, data } = recordOf(answer)
  return typeof object === 'string' && (typeof id === 'string' || Array.isArray(data))
}

/**
 * Maps 4xx to 'refused' (a retry fails again) and 429, 409, 5xx and network errors to 'away' (outcome unknown). Other
 * errors are thrown by the library when it cannot read an answer. While the first request with a key is running, nobody
 * knows its answer.
 */
const toCardProviderError = (cause: unknown): CardProviderError => {
  const { type, statusCode, code } = recordOf(cause)
  if (typeof type !== 'string' || !type.startsWith('Stripe'))
    return new CardProviderError('away', 'the card provider: unexpected answer', { cause, isAnswer: true })
  const status = Number(statusCode ?? 0)
  const isUnavailable = !status || status === 429 || status === 409 || status >= 500
  const details = [type, statusCode, code].filter(Boolean).join(' ')
  const isAnswer = type !== 'StripeConnectionError' && code !== IN_USE
  return new CardProviderError(isUnavailable ? 'away' : 'refused', `the card provider: ${details}`, { cause, isAnswer })
}
