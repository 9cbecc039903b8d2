import type Stripe from 'stripe'
import {
  type CardEvent,
  type CardEventAbout,
  type CardOrder,
  type CardPrice,
  CardProviderError,
  type CardRefund,
  type CardSession,
  type DisputeState,
  type RefundState,
} from '../domain/card.ts'

export interface StripeSettings {
  secretKey: string
  /** More than one while a secret is being replaced. */
  webhookSecrets: string[]
  apiBase?: string | undefined
  automaticTax: boolean
}

/** The card provider as the product uses it. Calls throw CardProviderError. */
export interface CardGateway {
  /** The same key and the same order give the same session, however often they are sent. */
  createSession(order: CardOrder, key: string): Promise<CardSession>
  /** Null: the provider knows no such session. */
  findSession(id: string): Promise<CardSession | null>
  /** Safe to call on a session that is not open any more. */
  expireSession(id: string): Promise<void>
  /** Every session made since, newest first. */
  listSessions(since: Date): AsyncIterable<CardSession>
  /** Null: the provider knows no such price. */
  findPrice(id: string): Promise<CardPrice | null>
  refund(refund: RefundOrder, key: string): Promise<CardRefund>
  /** Null: no secret of ours made this signature, or it is older than five minutes. */
  readEvent(body: Buffer, signature: string, now: Date): Promise<CardEvent | null>
}

export interface RefundOrder {
  paymentIntent: string
  /** Absent: all that is left. */
  amount?: number | undefined
  /** What it takes back, so that an event alone tells it, too; none: nothing is named. */
  productIds: number[]
}

/** Pinned: what the provider answers changes only when this line does. */
const API_VERSION = '2026-10-28.endive'
const TIMEOUT_MS = 10_000
/** A price is asked for while somebody waits for a page. */
const PRICE_TIMEOUT_MS = 4000
const TOLERANCE_SECONDS = 300
/** Names the products that a refund of ours takes back (rules.md C). */
const REFUND_PRODUCTS = 'signbook_products'

/** Stripe. Its library is large and is loaded with the first call: a start does not wait for it. */
export const makeStripeGateway = (settings: StripeSettings): CardGateway => {
  let loaded: Promise<Stripe> | undefined
  const load = () => (loaded ??= connect(settings))
  const ask = async <T>(call: (stripe: Stripe) => Promise<T>): Promise<T> => {
    const stripe = await load()
    return call(stripe).catch(error => {
      throw translated(error)
    })
  }
  const askOrNull = <T>(call: (stripe: Stripe) => Promise<T>): Promise<T | null> =>
    ask(call).catch(error => {
      if (isMissing(error)) return null
      throw error
    })
  return {
    createSession: (order, key) =>
      ask(async stripe => {
        const made = await stripe.checkout.sessions.create(paramsOf(order, settings.automaticTax), {
          idempotencyKey: key,
        })
        return toSession(made)
      }),
    findSession: id =>
      askOrNull(async stripe => toSession(await stripe.checkout.sessions.retrieve(id, { expand: EXPAND }))),
    expireSession: id =>
      ask(stripe => stripe.checkout.sessions.expire(id)).then(
        () => {},
        error => {
          // Paid, expired or gone meanwhile: it is not open, which is all that was asked for.
          if (error instanceof CardProviderError && error.reason === 'refused') return
          throw error
        },
      ),
    async *listSessions(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) }
      for (let after: string | undefined; ; ) {
        const page = await ask(stripe =>
          stripe.checkout.sessions.list({
            created,
            limit: 100,
            expand: EXPAND.map(path => `data.${path}`),
            ...(after ? { starting_after: after } : {}),
          }),
        )
        for (const session of page.data) yield toSession(session)
        after = page.data.at(-1)?.id
        if (!page.has_more || !after) return
      }
    },
    findPrice: id =>
      askOrNull(async stripe => {
        const options = { timeout: PRICE_TIMEOUT_MS, maxNetworkRetries: 0 }
        return toPrice(await stripe.prices.retrieve(id, {}, options))
      }),
    refund: ({ paymentIntent, amount, productIds }, key) =>
      ask(async stripe => {
        const asked = {
          payment_intent: paymentIntent,
          ...(productIds.length > 0 ? { metadata: { [REFUND_PRODUCTS]: productIds.join(',') } } : {}),
          ...(amount === undefined ? {} : { amount }),
        }
        const made = await stripe.refunds.create(asked, { idempotencyKey: key })
        return { id: made.id, amount: made.amount, state: refundState(made.status) }
      }),
    async readEvent(body, signature, now) {
      const { webhooks } = await load()
      for (const secret of settings.webhookSecrets) {
        try {
          return toEvent(webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime()))
        } catch {
          // The next secret may have made it.
        }
      }
      return null
    },
  }
}

const EXPAND = ['line_items', 'payment_intent.latest_charge']

const connect = async ({ secretKey, apiBase }: StripeSettings): Promise<Stripe> => {
  const { default: Client } = await import('stripe')
  const base = apiBase ? new URL(apiBase) : null
  return new Client(secretKey, {
    apiVersion: API_VERSION,
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

const paramsOf = (order: CardOrder, automaticTax: boolean): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: order.prices.map(price => ({ price, quantity: 1 })),
  success_url: order.successUrl,
  cancel_url: order.cancelUrl,
  client_reference_id: order.clientReference,
  metadata: order.metadata,
  // On the payment as well, or refunds and disputes would arrive with nothing to match.
  payment_intent_data: { metadata: order.metadata },
  ...(order.email ? { customer_email: order.email } : {}),
  ...(automaticTax ? { automatic_tax: { enabled: true } } : {}),
})

const toSession = (session: Stripe.Checkout.Session): CardSession => {
  const intent = session.payment_intent
  const charge = intent && typeof intent === 'object' ? intent.latest_charge : null
  return {
    id: session.id,
    url: session.url,
    status: statusOf(session.status),
    paid: session.payment_status === 'paid',
    failed: session.status === 'complete' && session.payment_status === 'unpaid' && hasFailed(intent),
    livemode: session.livemode,
    currency: session.currency ?? '',
    subtotal: session.amount_subtotal ?? 0,
    total: session.amount_total ?? 0,
    paymentIntent: idOf(intent),
    email: session.customer_details?.email ?? session.customer_email ?? null,
    expiresAt: new Date(session.expires_at * 1000),
    metadata: session.metadata ?? {},
    lines: (session.line_items?.data ?? []).map(line => ({
      priceId: idOf(line.price) ?? '',
      quantity: line.quantity ?? 0,
      amount: line.amount_total,
    })),
    charge:
      charge && typeof charge === 'object' ? { refunded: charge.amount_refunded, disputed: charge.disputed } : null,
  }
}

const statusOf = (status: string | null): CardSession['status'] =>
  status === 'complete' || status === 'expired' ? status : 'open'

const hasFailed = (intent: Stripe.Checkout.Session['payment_intent']): boolean =>
  intent !== null &&
  typeof intent === 'object' &&
  (intent.status === 'requires_payment_method' || intent.status === 'canceled')

const toPrice = (price: Stripe.Price): CardPrice => ({
  id: price.id,
  amount: price.unit_amount ?? 0,
  currency: price.currency,
  active: price.active,
  oneTime: price.type === 'one_time',
  livemode: price.livemode,
  product: idOf(price.product) ?? '',
})

const toEvent = (event: Stripe.Event): CardEvent => ({
  id: event.id,
  type: event.type,
  livemode: event.livemode,
  at: new Date(event.created * 1000),
  about: aboutOf(event),
})

/** Objects are read as far as they are there: events of older and newer versions of the API look alike in these fields. */
const aboutOf = (event: Stripe.Event): CardEventAbout => {
  const object = event.data.object as unknown as Record<string, unknown>
  const id = String(object.id ?? '')
  const paymentIntent = idOf(object.payment_intent as string | { id: string } | null)
  if (event.type.startsWith('checkout.session.')) {
    return { kind: 'session', sessionId: id, failed: event.type === 'checkout.session.async_payment_failed' }
  }
  if (event.type === 'price.updated' || event.type === 'price.deleted') return { kind: 'price', priceId: id }
  if (event.type === 'product.updated' || event.type === 'product.deleted') return { kind: 'product', product: id }
  if (!paymentIntent) return { kind: 'other' }
  if (object.object === 'charge') {
    return { kind: 'charge', paymentIntent, charged: number(object.amount), refunded: number(object.amount_refunded) }
  }
  if (object.object === 'dispute') {
    return { kind: 'dispute', paymentIntent, disputeId: id, state: disputeState(String(object.status)) }
  }
  if (object.object === 'refund') {
    const metadata = (object.metadata ?? {}) as Record<string, string>
    return {
      kind: 'refund',
      paymentIntent,
      refundId: id,
      amount: number(object.amount),
      state: refundState(object.status as string),
      products: productsOf(metadata[REFUND_PRODUCTS]),
    }
  }
  return { kind: 'other' }
}

const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
const idOf = (given: string | { id: string } | null | undefined): string | null =>
  typeof given === 'string' ? given : (given?.id ?? null)
const productsOf = (list = ''): number[] => list.split(',').map(Number).filter(Boolean)

/** A refund that waits counts: the money is on its way back. */
const refundState = (status: string | null): RefundState =>
  status === 'failed' || status === 'canceled' ? 'failed' : 'live'

const disputeState = (status: string): DisputeState => {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open'
}

const isMissing = (error: unknown): boolean =>
  error instanceof CardProviderError && (error.cause as { code?: string } | undefined)?.code === 'resource_missing'

/** 4xx: it said no, whatever we send again. 429, 409, 5xx, no answer: nobody knows. */
const translated = (error: unknown): unknown => {
  const { type, statusCode, code } = error as { type?: string; statusCode?: number; code?: string }
  if (!type?.startsWith('Stripe')) return error
  const away = !statusCode || statusCode === 429 || statusCode === 409 || statusCode >= 500
  const said = [type, statusCode, code].filter(Boolean).join(' ')
  return new CardProviderError(away ? 'away' : 'refused', `the card provider: ${said}`, { cause: error })
}
