import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { type Asked, mountApi, type PlannedFailure } from './stripe/api.ts'
import { type Deliveries, type Delivery, makeDeliveries } from './stripe/deliveries.ts'
import { isCard, type Price } from './stripe/objects.ts'
import { mountPage } from './stripe/page.ts'
import { Fault } from './stripe/requests.ts'
import { makeStripeState, type StripeState } from './stripe/state.ts'

interface ControlDeps {
  world: StripeState
  deliveries: Deliveries
  asked: Asked[]
  armed: PlannedFailure[]
  forget(): void
}

type Body = Record<string, unknown>

/** Mounts the control calls for tests: JSON in, JSON out. */
const mountControl = (server: FastifyInstance, { world, deliveries, asked, armed, forget }: ControlDeps): void => {
  const post = (url: string, work: (body: Body, id: string) => unknown) =>
    server.post<{ Params: { id?: string }; Body: Body | string | null }>(`/__control${url}`, async request => {
      const given = request.body
      const body = typeof given === 'object' ? given : null
      return (await work(body ?? {}, request.params.id ?? '')) ?? { ok: true }
    })

  post('/reset', () => {
    world.reset()
    deliveries.reset()
    forget()
    asked.length = 0
    armed.length = 0
  })
  server.get('/__control/requests', async () => asked)
  server.get('/__control/events', async () => deliveries.events)
  server.get('/__control/sessions', async () => [...world.sessions.values()])
  server.post<{ Body: Partial<PlannedFailure> }>('/__control/fail', async ({ body }) => {
    armed.push({ times: 1, ...body })
    return { ok: true }
  })
  server.post<{ Body: { mode: Delivery } }>('/__control/delivery', async ({ body }) => {
    deliveries.setMode(body.mode)
    return { ok: true }
  })
  post('/events/:id/deliver', async (_body, id) => ({ status: await deliveries.deliver(id) }))
  post('/sessions/:id/pay', ({ card, confirmed }, id) => ({
    outcome: world.pay(id, isCard(card) ? card : '4242', { isConfirmed: confirmed === true }),
  }))
  post('/sessions/:id/expire', (_body, id) => world.expire(world.getSession(id)))
  post('/sessions/:id/settle', (body, id) => world.settle(id, body.succeeds !== false))
  post('/payments/:id/refund', (body, id) =>
    world.refund(id, body.amount === undefined ? undefined : Number(body.amount), {}),
  )
  post('/refunds/:id/fail', (_body, id) => world.failRefund(id))
  post('/payments/:id/dispute', (_body, id) => world.dispute(id))
  post('/disputes/:id/close', (body, id) => world.closeDispute(id, body.status === 'won' ? 'won' : 'lost'))
  post('/prices/:id', (body, id) => {
    const price = world.prices.get(id)
    if (price) world.setPrice({ ...price, ...body })
  })
}

export interface StripeEmulatorOptions {
  now(): Date
  secretKey: string
  webhookSecret: string
  /** Webhook URL; null when there is none yet. */
  webhookUrl(): string | null
  /** URL of the payment page. Defaults to the emulator's own. */
  payUrl?: (sessionId: string) => string
  /** Duration of a delayed payment. When null, it waits for a control call. */
  delayMs?: number | null
  port?: number
}

const price = (id: string, product: string, over: Partial<Price> = {}): Price => ({
  id,
  object: 'price',
  active: true,
  type: 'one_time',
  livemode: false,
  unit_amount: 4900,
  currency: 'usd',
  product,
  ...over,
})

/** Prices of the demo, and some invalid ones for tests. */
const PRICES = [
  price('price_demo_asl1', 'prod_demo_asl1'),
  price('price_demo_asl2', 'prod_demo_asl2'),
  price('price_demo_asl3', 'prod_demo_asl3'),
  price('price_demo_spare', 'prod_demo_spare'),
  price('price_demo_inactive', 'prod_demo_spare', { active: false }),
  price('price_demo_monthly', 'prod_demo_spare', { type: 'recurring' }),
]
const NAMES: Record<string, string> = {
  prod_demo_asl1: 'American Sign Language 1',
  prod_demo_asl2: 'American Sign Language 2',
  prod_demo_asl3: 'American Sign Language 3',
  prod_demo_spare: 'Spare product',
}
const TAX_PERCENT = 8.25

/** Emulator of the parts of Stripe Checkout that we use, as a local HTTP server. */
export const startStripeEmulator = async (options: StripeEmulatorOptions) => {
  const { now, secretKey, webhookSecret, webhookUrl, delayMs = null } = options
  const server = Fastify()
  const deliveries = makeDeliveries({ now, secret: webhookSecret, webhookUrl, apiVersion: '2026-10-28.endive' })
  let base = ''
  const world = makeStripeState({
    now,
    prices: PRICES,
    payUrl: options.payUrl ?? (id => `${base}/checkout/${id}`),
    emit: deliveries.emit,
    taxPercent: TAX_PERCENT,
    delayMs,
  })
  const asked: Asked[] = []
  const armed: PlannedFailure[] = []

  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  server.setErrorHandler((error, _request, reply) =>
    error instanceof Fault
      ? reply.code(error.status).send(error.body)
      : reply.code(500).send({ error: { type: 'api_error', message: String(error) } }),
  )
  server.setNotFoundHandler((request, reply) =>
    reply.code(404).send({
      error: {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${request.url}).`,
      },
    }),
  )
  const { forget } = mountApi(server, { world, now, secretKey, asked, armed })
  mountPage(server, world, product => NAMES[product] ?? product)
  mountControl(server, { world, deliveries, asked, armed, forget })
  base = await server.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  return {
    base,
    world,
    deliveries,
    asked,
    armed,
    async close() {
      deliveries.close()
      server.server.closeAllConnections()
      await server.close()
    },
  }
}
