import type Stripe from 'stripe'
import { type CardGateway, type CardOrder, CardProviderError, type CardSession } from '../rules/card-provider.ts'
import { codeOf, makeStripeClient, type StripeAccount } from './client.ts'
import {
  EXPAND,
  paramsOf,
  refundParamsOf,
  toDisputeFact,
  toEvent,
  toPrice,
  toRefund,
  toRefundFact,
  toSession,
} from './objects.ts'

interface StripeSettings extends StripeAccount {
  /** Several while a secret is being rotated. */
  webhookSecrets: string[]
  automaticTax: boolean
}

/** Short, because a page request waits for the price. */
const PRICE_TIMEOUT_MS = 4000
const TOLERANCE_SECONDS = 300

export const makeStripeGateway = (settings: StripeSettings): CardGateway => {
  const { load, ask, askOrNull, askOnce, askAll } = makeStripeClient(settings)
  /** A session includes its first ten lines; this fetches the rest. */
  const withAllLines = async (session: Stripe.Checkout.Session): Promise<CardSession> => {
    const first = session.line_items
    if (!first?.has_more) return toSession(session)
    const data: Stripe.LineItem[] = []
    for await (const line of askAll((stripe, page) => stripe.checkout.sessions.listLineItems(session.id, page)))
      data.push(line)
    return toSession({ ...session, line_items: { ...first, data } })
  }
  const refundsOf = async function* (params: Stripe.RefundListParams) {
    for await (const refund of askAll((stripe, page) => stripe.refunds.list({ ...params, ...page }))) {
      const fact = toRefundFact(refund)
      if (fact) yield fact
    }
  }
  const createdSince = (since: Date) => ({ created: { gte: Math.floor(since.getTime() / 1000) } })
  const create = (order: CardOrder, idempotencyKey: string) =>
    askOnce(stripe => stripe.checkout.sessions.create(paramsOf(order, settings.automaticTax), { idempotencyKey }))
  return {
    createSession: async (order, key) =>
      toSession(
        await create(order, key).catch(error => {
          if (order.email === null || codeOf(error) !== 'email_invalid') throw error
          // Stripe's page then asks for an address.
          return create({ ...order, email: null }, `${key}_without_email`)
        }),
      ),
    async findSession(id) {
      const session = await askOrNull(stripe => stripe.checkout.sessions.retrieve(id, { expand: EXPAND }))
      return session && withAllLines(session)
    },
    expireSession: id =>
      ask(stripe => stripe.checkout.sessions.expire(id)).then(
        () => {},
        error => {
          // Already paid, expired or deleted, so it is not open.
          if (error instanceof CardProviderError && error.reason === 'refused') return
          throw error
        },
      ),
    async *listSessions(since) {
      const expand = EXPAND.map(path => `data.${path}`)
      const sessions = askAll((stripe, page) =>
        stripe.checkout.sessions.list({ ...createdSince(since), ...page, expand }),
      )
      for await (const session of sessions) yield withAllLines(session)
    },
    async findPrice(id) {
      const options = { timeout: PRICE_TIMEOUT_MS, maxNetworkRetries: 0 }
      const price = await askOrNull(stripe => stripe.prices.retrieve(id, {}, options))
      return price && toPrice(price)
    },
    refund: async (order, key) =>
      toRefund(await askOnce(stripe => stripe.refunds.create(refundParamsOf(order), { idempotencyKey: key }))),
    listRefundsOf: paymentIntent => refundsOf({ payment_intent: paymentIntent }),
    listRefunds: since => refundsOf(createdSince(since)),
    async *listDisputes(since) {
      for await (const dispute of askAll((stripe, page) => stripe.disputes.list({ ...createdSince(since), ...page }))) {
        const fact = toDisputeFact(dispute)
        if (fact) yield fact
      }
    },
    async findDispute(id) {
      const dispute = await askOrNull(stripe => stripe.disputes.retrieve(id))
      return dispute && toDisputeFact(dispute)
    },
    async readEvent(body, signature, now) {
      const { webhooks } = await load()
      for (const secret of settings.webhookSecrets) {
        try {
          return toEvent(webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime()))
        } catch {
          // Try the next secret.
        }
      }
      return null
    },
  }
}
