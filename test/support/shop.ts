import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { checkouts, paymentFlags } from '#src/access/store/schema/checkouts.ts'
import type { Canvas } from '#src/canvas/rules/canvas-port.ts'
import type { Database } from '#src/core/db/db.ts'
import type { VideoHost } from '#src/signs/video-host.ts'
import { type TestApp, testApp } from './app.ts'
import { testClock } from './clock.ts'
import { launch, makeConsumer, makeCourse } from './school.ts'
import { STRIPE_KEY, testStripe, WEBHOOK_SECRET } from './stripe.ts'
import type { Test } from './test.ts'

export interface Shop {
  app: TestApp
  base: string
  stripe: Awaited<ReturnType<typeof testStripe>>
  school: Awaited<ReturnType<typeof makeConsumer>>
  course: Awaited<ReturnType<typeof makeCourse>>
  token: string
}

interface ShopOptions {
  products?: string[]
  env?: Record<string, string>
  school?: Parameters<typeof makeConsumer>[1]
  person?: Record<string, string>
  db?: TestApp['db']
  canvas?: Canvas
  video?: VideoHost
}

/** Starts the product and the practice Stripe on their own ports; events wait until a test delivers them. */
export const shop = async (t: Test, options: ShopOptions = {}): Promise<Shop> => {
  const { products = ['A'], env = {}, school: given = {}, person = {} } = options
  const clock = testClock()
  let base: string | null = null
  const stripe = await testStripe(t, {
    now: clock.now,
    webhookUrl: () => (base ? `${base}/webhooks/stripe` : null),
  })
  stripe.deliveries.setMode('never')
  const app = await testApp(t, {
    clock,
    ...(options.db ? { db: options.db } : {}),
    ...(options.canvas ? { canvas: options.canvas } : {}),
    ...(options.video ? { video: options.video } : {}),
    env: {
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET: `whsec_retired,${WEBHOOK_SECRET}`,
      STRIPE_API_BASE: stripe.base,
      ...env,
    },
  })
  base = await app.server.listen({ host: '127.0.0.1', port: 0 })
  for (const code of ['A', 'B', 'C']) {
    const id = `price_${code}`
    const product = `prod_${code}`
    stripe.world.prices.set(id, { ...stripe.world.prices.get('price_demo_spare')!, id, product })
  }
  const school = await makeConsumer(app, given)
  const course = await makeCourse(app, school.id, products)
  const { token } = await launch(app, school.key, { context_id: course.contextId, ...person })
  return { app, base, stripe, school, course, token }
}

export const postForm = (url: string, fields: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })

/** Agrees and presses Make Payment, as a browser without JavaScript does. */
export const pressPay = async ({ base, token }: Pick<Shop, 'base' | 'token'>, fields: Record<string, string> = {}) => {
  const answer = await postForm(`${base}/lti/pay?${new URLSearchParams({ token })}`, {
    agreed: 'yes',
    intent: 'checkout',
    ...fields,
  })
  const location = answer.headers.get('location') ?? ''
  return { status: answer.status, location, id: location.match(/cs_test_\w+/)?.[0] ?? '', body: await answer.text() }
}

/** Pays in the practice checkout and returns the address the browser is sent to. */
export const payAt = async ({ stripe }: Pick<Shop, 'stripe'>, id: string, card = '4242'): Promise<string> =>
  (await postForm(`${stripe.base}/checkout/${id}`, { card })).headers.get('location') ?? ''

/** Opens the page to which the checkout returns. */
export const openSuccess = async ({ base }: Pick<Shop, 'base'>, location: string) => {
  const { pathname, search } = new URL(location)
  const answer = await fetch(base + pathname + search)
  return { status: answer.status, body: await answer.text() }
}

/** Buys and pays, without sending events or opening the success page. */
export const buy = async (given: Shop, card?: string) => {
  const { id, location } = await pressPay(given)
  if (!id) throw new Error(`no checkout: ${location}`)
  const back = await payAt(given, id, card)
  return { id, back, paymentIntent: given.stripe.world.getSession(id).payment_intent?.id ?? '' }
}

/** Sends waiting events of these types, in the order of the types; returns the status of each. */
export const deliver = async ({ stripe }: Pick<Shop, 'stripe'>, ...types: string[]): Promise<number[]> => {
  const statuses: number[] = []
  for (const type of types) {
    for (const event of stripe.deliveries.events.filter(e => e.type === type)) {
      statuses.push(await stripe.deliveries.deliver(event.id))
    }
  }
  return statuses
}

export const COMPLETED = 'checkout.session.completed'

/** Posts a signed event made by the test. */
export const postEvent = async (
  { base, app }: Pick<Shop, 'base' | 'app'>,
  event: { type: string; object: object; id?: string; livemode?: boolean },
  { secret = WEBHOOK_SECRET, age = 0 } = {},
): Promise<number> => {
  const { type, object, id = `evt_${Math.random().toString(36).slice(2)}`, livemode = false } = event
  const at = Math.floor(app.clock.now().getTime() / 1000) - age
  const body = JSON.stringify({ id, object: 'event', created: at, livemode, type, data: { object } })
  const signature = `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  return (await fetch(`${base}/webhooks/stripe`, { method: 'POST', headers, body })).status
}

export const isProcessed = async ({ base, token }: Pick<Shop, 'base' | 'token'>): Promise<boolean> => {
  const answer = await fetch(`${base}/api/lti/get_enrollment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ enroll_token: token }),
  })
  const body = (await answer.json()) as { lti_enrollment: { is_processed: boolean } }
  return body.lti_enrollment.is_processed
}

export const openFlags = async ({ app }: Pick<Shop, 'app'>): Promise<string[]> => {
  const rows = await app.db.orm.select().from(paymentFlags)
  return rows
    .filter(r => r.closedAt === null)
    .map(r => r.kind)
    .sort()
}

/** Opens a flag for a payment, as if a refund were due. */
export const openFlag = async (db: Database, sessionId: string) => {
  const [checkout] = await db.orm.select().from(checkouts).where(eq(checkouts.stripeSessionId, sessionId))
  if (!checkout) throw new Error(`no checkout ${sessionId}`)
  const flag = { checkoutId: checkout.id, kind: 'refund_due' as const, openedAt: new Date() }
  const [opened] = await db.orm.insert(paymentFlags).values(flag).returning()
  return opened!
}

export const checkoutRow = async ({ app }: Pick<Shop, 'app'>, id: string) => {
  const [row] = await app.db.orm.select().from(checkouts).where(eq(checkouts.stripeSessionId, id))
  if (!row) throw new Error(`no checkout ${id}`)
  return row
}
