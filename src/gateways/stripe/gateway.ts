import type Stripe from 'stripe'
import {
  type CardEvent,
  type CardOrder,
  type CardPrice,
  CardProviderError,
  type CardRefund,
  type CardSession,
  type DisputeFact,
  type RefundFact,
} from '../../domain/card.ts'
import { type RefundOrder, refundParamsOf, toDisputeFact, toRefund, toRefundFact } from './after-sale.ts'
import { makeStripeClient, type StripeAccount } from './client.ts'
import { toEvent } from './event.ts'
import { EXPAND, paramsOf, toPrice, toSession } from './session.ts'

export interface StripeSettings extends StripeAccount {
  /** More than one while a secret is being replaced. */
  webhookSecrets: string[]
  automaticTax: boolean
}

/** The card provider as the product uses it. Calls throw CardProviderError; lists come newest first. */
export interface CardGateway {
  /** The same key and the same order give the same session, however often they are sent. */
  createSession(order: CardOrder, key: string): Promise<CardSession>
  /** Null: the provider knows no such session. */
  findSession(id: string): Promise<CardSession | null>
  /** Safe to call on a session that is not open any more. */
  expireSession(id: string): Promise<void>
  /** Every session made since. */
  listSessions(since: Date): AsyncIterable<CardSession>
  /** Null: the provider knows no such price. */
  findPrice(id: string): Promise<CardPrice | null>
  refund(refund: RefundOrder, key: string): Promise<CardRefund>
  /** Every refund made since, and every dispute, as they stand now. */
  listRefunds(since: Date): AsyncIterable<RefundFact>
  listDisputes(since: Date): AsyncIterable<DisputeFact>
  /** Null: the provider knows no such dispute. */
  findDispute(id: string): Promise<DisputeFact | null>
  /** Null: no secret of ours made this signature, or it is older than five minutes. */
  readEvent(body: Buffer, signature: string, now: Date): Promise<CardEvent | null>
}

/** A price is asked for while somebody waits for a page. */
const PRICE_TIMEOUT_MS = 4000
const TOLERANCE_SECONDS = 300

export const makeStripeGateway = (settings: StripeSettings): CardGateway => {
  const { load, ask, askOrNull, askOnce, askAll } = makeStripeClient(settings)
  /** A session brings ten of its lines along; of a longer one all are asked for. */
  const whole = async (session: Stripe.Checkout.Session): Promise<CardSession> => {
    const first = session.line_items
    if (!first?.has_more) return toSession(session)
    const data: Stripe.LineItem[] = []
    for await (const line of askAll((stripe, page) => stripe.checkout.sessions.listLineItems(session.id, page)))
      data.push(line)
    return toSession({ ...session, line_items: { ...first, data } })
  }
  const from = (since: Date) => ({ created: { gte: Math.floor(since.getTime() / 1000) } })
  return {
    createSession: async (order, key) =>
      toSession(
        await askOnce(stripe =>
          stripe.checkout.sessions.create(paramsOf(order, settings.automaticTax), { idempotencyKey: key }),
        ),
      ),
    findSession: id =>
      askOrNull(async stripe => whole(await stripe.checkout.sessions.retrieve(id, { expand: EXPAND }))),
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
      const expand = EXPAND.map(path => `data.${path}`)
      const sessions = askAll((stripe, page) => stripe.checkout.sessions.list({ ...from(since), ...page, expand }))
      for await (const session of sessions) yield whole(session)
    },
    findPrice: id =>
      askOrNull(async stripe => {
        const options = { timeout: PRICE_TIMEOUT_MS, maxNetworkRetries: 0 }
        return toPrice(await stripe.prices.retrieve(id, {}, options))
      }),
    refund: async (order, key) =>
      toRefund(await askOnce(stripe => stripe.refunds.create(refundParamsOf(order), { idempotencyKey: key }))),
    async *listRefunds(since) {
      for await (const refund of askAll((stripe, page) => stripe.refunds.list({ ...from(since), ...page }))) {
        const fact = toRefundFact(refund)
        if (fact) yield fact
      }
    },
    async *listDisputes(since) {
      for await (const dispute of askAll((stripe, page) => stripe.disputes.list({ ...from(since), ...page }))) {
        const fact = toDisputeFact(dispute)
        if (fact) yield fact
      }
    },
    findDispute: id => askOrNull(async stripe => toDisputeFact(await stripe.disputes.retrieve(id))),
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
