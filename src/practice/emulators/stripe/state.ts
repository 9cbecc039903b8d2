import { type Card, cards } from './cards.ts'
import { type CheckoutCatalog, createCheckoutSession, mint } from './checkout-session.ts'
import { missing, refused } from './fault.ts'
import { type Price, type Session, sessionJson } from './objects.ts'
import type { Params } from './params.ts'
import { makeRefundsAndDisputes } from './refunds-and-disputes.ts'

interface WorldOptions extends Pick<CheckoutCatalog, 'payUrl' | 'taxPercent'> {
  now(): Date
  prices: Price[]
  emit(type: string, object: object): void
  /** Duration of a delayed payment. When null, it waits for a control call. */
  delayMs: number | null
}

/** The emulator's state and its transitions. Changes emit the same events as Stripe. */
export const makeStripeState = ({ now, prices: given, payUrl, emit, taxPercent, delayMs }: WorldOptions) => {
  const prices = new Map(given.map(p => [p.id, p]))
  const sessions = new Map<string, Session>()
  const seconds = () => Math.floor(now().getTime() / 1000)
  const findPayment = (id: string) =>
    [...sessions.values()].find(s => s.payment_intent?.id === id)?.payment_intent ?? null
  const afterSale = makeRefundsAndDisputes({ seconds, emit, findPayment })
  const emitSession = (type: string, session: Session) => emit(type, sessionJson(session, []))

  const getSession = (id: string): Session => {
    const session = sessions.get(id)
    if (!session) throw missing('checkout.session', id, 'session')
    if (session.status === 'open' && session.expires_at <= seconds()) expire(session)
    return session
  }

  const createSession = (params: Params): Session => {
    const session = createCheckoutSession(params, { prices, taxPercent, payUrl, seconds: seconds() })
    sessions.set(session.id, session)
    return session
  }

  const expire = (session: Session): void => {
    if (session.status !== 'open')
      throw refused(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    Object.assign(session, { status: 'expired', url: null })
    emitSession('checkout.session.expired', session)
  }

  const charge = (session: Session): void => {
    const intent = session.payment_intent
    if (!intent) return
    const { amount, livemode, metadata } = intent
    intent.status = 'succeeded'
    intent.latest_charge = {
      id: mint('ch'),
      object: 'charge',
      amount,
      amount_refunded: 0,
      refunded: false,
      disputed: false,
      paid: true,
      status: 'succeeded',
      livemode,
      currency: session.currency,
      payment_intent: intent.id,
      metadata,
    }
    session.payment_status = 'paid'
  }

  /** Pays a session. 'declined' leaves it open, as on the real page. */
  const pay = (id: string, card: Card, email?: string): 'declined' | 'done' => {
    const session = getSession(id)
    if (session.status !== 'open') return 'done'
    const { outcome } = cards[card]
    if (outcome === 'declined') return 'declined'
    Object.assign(session, {
      status: 'complete',
      url: null,
      customer_details: { email: email ?? session.customer_email },
    })
    session.payment_intent = {
      id: mint('pi'),
      object: 'payment_intent',
      amount: session.amount_total,
      livemode: false,
      metadata: session.paymentMetadata,
      status: 'processing',
      latest_charge: null,
    }
    const delayed = outcome === 'delayed' || outcome === 'delayed-fails'
    if (!delayed) charge(session)
    emitSession('checkout.session.completed', session)
    if (outcome === 'disputed') afterSale.dispute(session.payment_intent.id)
    if (delayed && delayMs !== null) setTimeout(() => settle(id, outcome === 'delayed'), delayMs).unref()
    return 'done'
  }

  /** Completes a delayed payment. */
  const settle = (id: string, succeeds: boolean): void => {
    const session = getSession(id)
    if (session.payment_intent?.status !== 'processing') return
    if (succeeds) charge(session)
    else session.payment_intent.status = 'requires_payment_method'
    emitSession(`checkout.session.async_payment_${succeeds ? 'succeeded' : 'failed'}`, session)
  }

  return {
    ...afterSale,
    prices,
    sessions,
    getSession,
    createSession,
    expire,
    pay,
    settle,
    setPrice(price: Price) {
      prices.set(price.id, price)
      emit('price.updated', price)
    },
    reset() {
      for (const kept of [sessions, afterSale.refunds, afterSale.disputes]) kept.clear()
    },
  }
}

export type StripeState = ReturnType<typeof makeStripeState>
