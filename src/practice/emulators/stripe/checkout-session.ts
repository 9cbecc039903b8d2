import { randomBytes } from 'node:crypto'
import { smallestCharge } from '#src/core/rules/money.ts'
import type { Line, Price, Session } from './objects.ts'
import { groupAt, invalid, listAt, missing, type Params, refused, textAt, textsAt } from './requests.ts'

export const mint = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`

export interface CheckoutCatalog {
  prices: Map<string, Price>
  /** Tax in percent, added when a session uses automatic tax. */
  taxPercent: number
  /** Returns the URL of a session's payment page. */
  payUrl(sessionId: string): string
  seconds: number
}

const HOUR = 3600
const MOST_LINES = 100
/** Eight digits. */
const MOST_AMOUNT = 99_999_999
const MOST_METADATA = { keys: 50, name: 40, value: 500 }
const KNOWN = new Set([
  'mode',
  'line_items',
  'success_url',
  'cancel_url',
  'customer_email',
  'client_reference_id',
  'metadata',
  'payment_intent_data',
  'automatic_tax',
  'expires_at',
  'expand',
])

/** Creates a session from the request parameters. Throws a Fault where Stripe would. */
export const createCheckoutSession = (
  params: Params,
  { prices, taxPercent, payUrl, seconds }: CheckoutCatalog,
): Session => {
  const unknown = Object.keys(params).find(name => !KNOWN.has(name))
  if (unknown) throw invalid(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown')
  if (textAt(params, 'mode') !== 'payment') throw invalid('This emulator supports mode=payment only.', 'mode')
  const taxed = textAt(groupAt(params, 'automatic_tax'), 'enabled') === 'true'
  const items = listAt(params, 'line_items')
  if (items.length === 0) throw invalid('You must specify at least one line item.', 'line_items', 'parameter_missing')
  if (items.length > MOST_LINES) throw invalid(`Up to ${MOST_LINES} line items are taken.`, 'line_items')
  const lines = items.map((item, index) => lineOf(item, index, { prices, tax: taxed ? taxPercent : 0 }))
  const currency = lines[0]?.currency ?? ''
  if (lines.some(l => l.currency !== currency)) throw refused('All prices must use the same currency.', 'line_items')
  const total = sum(lines.map(l => l.amount_total))
  if (total > 0 && total < smallestCharge(currency))
    throw refused('The total amount of a Checkout Session must be at least 50 cents.', 'line_items', 'amount_too_small')
  if (total > MOST_AMOUNT) throw refused('Amount must be no more than 999,999.99.', 'line_items', 'amount_too_large')
  const id = mint('cs_test')
  return {
    id,
    object: 'checkout.session',
    url: payUrl(id),
    status: 'open',
    payment_status: total === 0 ? 'no_payment_required' : 'unpaid',
    mode: 'payment',
    livemode: false,
    currency,
    amount_subtotal: sum(lines.map(l => l.amount_subtotal)),
    amount_total: total,
    client_reference_id: referenceOf(params),
    customer_email: emailOf(params),
    customer_details: null,
    success_url: addressOf(params, 'success_url') ?? throwMissing('success_url'),
    cancel_url: addressOf(params, 'cancel_url'),
    metadata: metadataOf(params, 'metadata'),
    payment_intent: null,
    created: seconds,
    expires_at: endOf(params, seconds),
    lines,
    paymentMetadata: metadataOf(groupAt(params, 'payment_intent_data'), 'payment_intent_data[metadata]'),
  }
}

const throwMissing = (name: string): never => {
  throw invalid(`Missing required param: ${name}.`, name, 'parameter_missing')
}

const addressOf = (params: Params, name: string): string | null => {
  const given = textAt(params, name)
  if (given !== undefined && !(URL.canParse(given) && /^https?:/.test(given)))
    throw invalid('Not a valid URL', name, 'url_invalid')
  return given ?? null
}

/** Stripe refuses an address without a real domain, or with a dot too many, as `email_invalid`. */
export const isEmail = (text: string): boolean =>
  /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]([a-z\d-]*[a-z\d])$/i.test(
    text,
  )

const emailOf = (params: Params): string | null => {
  const email = textAt(params, 'customer_email') ?? null
  if (email !== null && !isEmail(email))
    throw invalid(`Invalid email address: ${email}`, 'customer_email', 'email_invalid')
  return email
}

const referenceOf = (params: Params): string | null => {
  const reference = textAt(params, 'client_reference_id') ?? null
  if (reference !== null && !/^[\w-]{1,200}$/.test(reference))
    throw invalid('It may have letters, digits, dashes and underscores, 200 at most.', 'client_reference_id')
  return reference
}

export const metadataOf = (params: Params, name: string): Record<string, string> => {
  const metadata = textsAt(params, 'metadata')
  const { keys, name: longest, value } = MOST_METADATA
  if (Object.keys(metadata).length > keys) throw invalid(`Metadata can have up to ${keys} keys.`, name)
  for (const [key, text] of Object.entries(metadata)) {
    if (key.length > longest) throw invalid(`Metadata keys can be at most ${longest} characters long.`, name)
    if (text.length > value) throw invalid(`Metadata values can be at most ${value} characters long.`, name)
  }
  return metadata
}

const endOf = (params: Params, seconds: number): number => {
  const at = Number(textAt(params, 'expires_at') ?? seconds + 24 * HOUR)
  if (!(at >= seconds + HOUR / 2 - 60 && at <= seconds + 24 * HOUR + 60))
    throw invalid('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', 'expires_at')
  return at
}

const lineOf = (item: Params | string, index: number, shelf: { prices: Map<string, Price>; tax: number }): Line => {
  const at = (name: string) => `line_items[${index}][${name}]`
  const params = typeof item === 'object' ? item : {}
  const id = textAt(params, 'price') ?? ''
  const price = shelf.prices.get(id)
  if (!price) throw missing('price', id, at('price'), 400)
  if (!price.active)
    throw refused('The price specified is inactive. This field only accepts active prices.', at('price'))
  if (price.type !== 'one_time')
    throw refused('You specified `payment` mode but passed a recurring price.', at('price'))
  const quantity = Number(textAt(params, 'quantity'))
  if (!Number.isInteger(quantity) || quantity < 1)
    throw invalid('Invalid integer', at('quantity'), 'parameter_invalid_integer')
  const subtotal = price.unit_amount * quantity
  const tax = Math.round((subtotal * shelf.tax) / 100)
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

const sum = (amounts: number[]): number => amounts.reduce((a, b) => a + b, 0)
