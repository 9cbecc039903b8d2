import { setTimeout as wait } from 'node:timers/promises'
import type Stripe from 'stripe'
import { recordOf } from '#src/core/rules/guards.ts'
import { CardProviderError, STRIPE_VERSION } from '../rules/card-provider.ts'

export interface StripeAccount {
  secretKey: string
  apiBase?: string | undefined
}

const TIMEOUT_MS = 10_000
/** Pauses while the same request is still being processed, for example after a double click. */
const IN_USE_BACKOFF_MS = [500, 1000, 2000, 4000]

/** Client for Stripe. Loads the large Stripe library on first use, to keep server start fast. */
export const makeStripeClient = (account: StripeAccount) => {
  let loaded: Promise<Stripe> | undefined
  const load = () => (loaded ??= connect(account))

  /** Throws CardProviderError. */
  const ask = async <T>(call: (stripe: Stripe) => Promise<T>): Promise<T> => {
    const stripe = await load()
    return call(stripe).catch(error => {
      throw toCardProviderError(error)
    })
  }

  /**
   * Like `ask`, for requests with an idempotency key. While the first request runs, a second one waits and then gets
   * the same response.
   */
  const askOnce = async <T>(call: (stripe: Stripe) => Promise<T>, waits = IN_USE_BACKOFF_MS): Promise<T> => {
    const [ms, ...more] = waits
    try {
      return await ask(call)
    } catch (error) {
      if (ms === undefined || codeOf(error) !== 'idempotency_key_in_use') throw error
    }
    await wait(ms)
    return askOnce(call, more)
  }

  return {
    load,
    ask,
    askOnce,
    /** Like `ask`, but returns null if the object does not exist. */
    askOrNull: <T>(call: (stripe: Stripe) => Promise<T>): Promise<T | null> =>
      ask(call).catch(error => {
        if (codeOf(error) === 'resource_missing') return null
        throw error
      }),
    /** Yields all items of a list, page by page, newest first. */
    async *askAll<T extends { id: string }>(
      page: (stripe: Stripe, params: { limit: number; starting_after?: string }) => Promise<Stripe.ApiList<T>>,
    ): AsyncGenerator<T> {
      for (let after: string | undefined; ; ) {
        const { data, has_more } = await ask(stripe =>
          page(stripe, { limit: 100, ...(after ? { starting_after: after } : {}) }),
        )
        yield* data
        after = data.at(-1)?.id
        if (!has_more || !after) return
      }
    },
  }
}

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

const codeOf = (error: unknown): unknown =>
  error instanceof CardProviderError ? recordOf(error.cause).code : undefined

/** Maps 4xx to 'refused' (a retry fails again) and 429, 409, 5xx and network errors to 'away' (outcome unknown). */
const toCardProviderError = (error: unknown): unknown => {
  const { type, statusCode, code } = recordOf(error)
  if (typeof type !== 'string' || !type.startsWith('Stripe')) return error
  const status = Number(statusCode ?? 0)
  const isUnavailable = !status || status === 429 || status === 409 || status >= 500
  const details = [type, statusCode, code].filter(Boolean).join(' ')
  return new CardProviderError(isUnavailable ? 'away' : 'refused', `the card provider: ${details}`, { cause: error })
}
