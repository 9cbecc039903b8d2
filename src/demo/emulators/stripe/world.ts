import { randomBytes } from 'node:crypto'
import { type Card, cards } from './cards.ts'
import { invalid, missing } from './fault.ts'
import {
  type Dispute,
  type Line,
  type PaymentIntent,
  type Price,
  type Refund,
  type Session,
  sessionJson,
} from './objects.ts'
import { groupAt, listAt, type Params, textAt, textsAt } from './params.ts'

export interface WorldOptions {
  now(): Date
  prices: Price[]
  /** Where a person pays for a session. */
  payUrl(sessionId: string): string
  emit(type: string, object: object): void
  /** Tax on top of the price, in percent, where a session asks for automatic tax. */
  taxPercent: number
  /** How long a delayed payment takes; null: until the control plane says so. */
  delayMs: number | null
}

const mint = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`
const HOUR = 3600

/** Everything the service remembers, and what can happen to it. Each change that the real one tells is told as an event. */
export const makeWorld = ({ now, prices, payUrl, emit, taxPercent, delayMs }: WorldOptions) => {
  const priceOf = new Map(prices.map(p => [p.id, p]))
  const sessions = new Map<string, Session>()
  const refunds = new Map<string, Refund>()
  const disputes = new Map<string, Dispute>()
  const seconds = () => Math.floor(now().getTime() / 1000)

  const getSession = (id: string): Session => {
    const session = sessions.get(id)
    if (!session) throw missing('checkout.session', id, 'session')
    if (session.status === 'open' && session.expires_at <= seconds()) expire(session)
    return session
  }
  const getPayment = (id: string): PaymentIntent & { latest_charge: NonNullable<PaymentIntent['latest_charge']> } => {
    const intent = [...sessions.values()].find(s => s.payment_intent?.id === id)?.payment_intent
    if (!intent) throw missing('payment_intent', id, 'payment_intent', 400)
    if (!intent.latest_charge) throw invalid(`This PaymentIntent (${id}) does not have a successful charge to refund.`)
    return intent as ReturnType<typeof getPayment>
  }
  const tell = (type: string, session: Session) => emit(type, sessionJson(session, []))

  const createSession = (params: Params): Session => {
    if (textAt(params, 'mode') !== 'payment') throw invalid('Only mode=payment is practised here.', 'mode')
    for (const name of ['success_url', 'cancel_url'] as const) {
      const given = textAt(params, name)
      if (given !== undefined && !URL.canParse(given)) throw invalid('Not a valid URL', name, 'url_invalid')
    }
    const successUrl = textAt(params, 'success_url')
    if (!successUrl) throw invalid('Missing required param: success_url.', 'success_url', 'parameter_missing')
    const email = textAt(params, 'customer_email') ?? null
    if (email !== null && !/^\S+@\S+\.\S+$/.test(email)) {
      throw invalid(`Invalid email address: ${email}`, 'customer_email', 'email_invalid')
    }
    const taxed = textAt(groupAt(params, 'automatic_tax'), 'enabled') === 'true'
    const lines = listAt(params, 'line_items').map((item, index) => lineOf(item, index, taxed))
    if (lines.length === 0) throw invalid('You must specify at least one line item.', 'line_items', 'parameter_missing')
    const expiresAt = Number(textAt(params, 'expires_at') ?? seconds() + 24 * HOUR)
    if (expiresAt < seconds() + HOUR / 2 - 60 || expiresAt > seconds() + 24 * HOUR + 60) {
      throw invalid('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', 'expires_at')
    }
    const id = mint('cs_test')
    const session: Session = {
      id,
      object: 'checkout.session',
      url: payUrl(id),
      status: 'open',
      payment_status: 'unpaid',
      mode: 'payment',
      livemode: false,
      currency: lines[0]?.currency ?? 'usd',
      amount_subtotal: sum(lines.map(l => l.amount_subtotal)),
      amount_total: sum(lines.map(l => l.amount_total)),
      client_reference_id: textAt(params, 'client_reference_id') ?? null,
      customer_email: email,
      customer_details: null,
      success_url: successUrl,
      cancel_url: textAt(params, 'cancel_url') ?? null,
      metadata: textsAt(params, 'metadata'),
      payment_intent: null,
      created: seconds(),
      expires_at: expiresAt,
      lines,
      paymentMetadata: textsAt(groupAt(params, 'payment_intent_data'), 'metadata'),
    }
    sessions.set(id, session)
    return session
  }

  const lineOf = (item: Params | string, index: number, taxed: boolean): Line => {
    const at = (name: string) => `line_items[${index}][${name}]`
    const params = typeof item === 'object' ? item : {}
    const id = textAt(params, 'price') ?? ''
    const price = priceOf.get(id)
    if (!price) throw missing('price', id, at('price'), 400)
    if (!price.active)
      throw invalid(`The price specified is inactive. This field only accepts active prices.`, at('price'))
    if (price.type !== 'one_time')
      throw invalid('You specified `payment` mode but passed a recurring price.', at('price'))
    const quantity = Number(textAt(params, 'quantity'))
    if (!Number.isInteger(quantity) || quantity < 1)
      throw invalid('Invalid integer', at('quantity'), 'parameter_invalid_integer')
    const subtotal = price.unit_amount * quantity
    const tax = taxed ? Math.round((subtotal * taxPercent) / 100) : 0
    return {
      id: mint('li'),
      object: 'item',
      quantity,
      amount_subtotal: subtotal,
      amount_tax: tax,
      amount_total: subtotal + tax,
      currency: price.currency,
      price: { ...price },
    }
  }

  const expire = (session: Session): void => {
    if (session.status !== 'open')
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    Object.assign(session, { status: 'expired', url: null })
    tell('checkout.session.expired', session)
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

  /** A person pays in the practice checkout. 'declined' leaves the session open, as the real page does. */
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
    tell('checkout.session.completed', session)
    if (outcome === 'disputed') dispute(session.payment_intent.id)
    if (delayed && delayMs !== null) setTimeout(() => settle(id, outcome === 'delayed'), delayMs).unref()
    return 'done'
  }

  /** The end of a delayed payment. */
  const settle = (id: string, succeeds: boolean): void => {
    const session = getSession(id)
    if (session.payment_intent?.status !== 'processing') return
    if (succeeds) charge(session)
    else session.payment_intent.status = 'requires_payment_method'
    tell(`checkout.session.async_payment_${succeeds ? 'succeeded' : 'failed'}`, session)
  }

  const refund = (paymentIntent: string, amount: number | undefined, metadata: Record<string, string>): Refund => {
    const { latest_charge: paid } = getPayment(paymentIntent)
    const left = paid.amount - paid.amount_refunded
    if (left === 0) throw invalid(`Charge ${paid.id} has already been refunded.`, undefined, 'charge_already_refunded')
    const back = amount ?? left
    if (!(back > 0)) throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer')
    if (back > left)
      throw invalid(`Refund amount (${back}) is greater than unrefunded amount on charge (${left})`, 'amount')
    const made: Refund = {
      id: mint('re'),
      object: 'refund',
      amount: back,
      currency: paid.currency,
      status: 'succeeded',
      payment_intent: paymentIntent,
      charge: paid.id,
      metadata,
    }
    refunds.set(made.id, made)
    paid.amount_refunded += back
    paid.refunded = paid.amount_refunded === paid.amount
    emit('charge.refunded', paid)
    emit('refund.created', made)
    return made
  }

  /** The bank sends a refund back. */
  const failRefund = (id: string): void => {
    const made = refunds.get(id)
    if (!made) throw missing('refund', id, 'id')
    made.status = 'failed'
    const { latest_charge: paid } = getPayment(made.payment_intent)
    paid.amount_refunded -= made.amount
    paid.refunded = false
    emit('refund.failed', made)
  }

  const dispute = (paymentIntent: string): Dispute => {
    const { latest_charge: paid } = getPayment(paymentIntent)
    const made: Dispute = {
      id: mint('dp'),
      object: 'dispute',
      amount: paid.amount,
      status: 'needs_response',
      payment_intent: paymentIntent,
      charge: paid.id,
      livemode: false,
    }
    disputes.set(made.id, made)
    paid.disputed = true
    emit('charge.dispute.created', made)
    emit('charge.dispute.funds_withdrawn', made)
    return made
  }

  const closeDispute = (id: string, status: Exclude<Dispute['status'], 'needs_response'>): void => {
    const made = disputes.get(id)
    if (!made) throw missing('dispute', id, 'id')
    made.status = status
    emit('charge.dispute.closed', made)
    if (status !== 'lost') emit('charge.dispute.funds_reinstated', made)
  }

  return {
    prices: priceOf,
    sessions,
    disputes,
    refunds,
    getSession,
    createSession,
    expire,
    pay,
    settle,
    refund,
    failRefund,
    dispute,
    closeDispute,
    setPrice(price: Price) {
      priceOf.set(price.id, price)
      emit('price.updated', price)
    },
    reset() {
      for (const kept of [sessions, refunds, disputes]) kept.clear()
    },
  }
}

export type World = ReturnType<typeof makeWorld>

const sum = (amounts: number[]): number => amounts.reduce((a, b) => a + b, 0)
