import Fastify from 'fastify'
import { type Asked, mountApi, type PlannedFailure } from './stripe/api.ts'
import { makeDeliveries } from './stripe/deliveries.ts'
import type { Price } from './stripe/objects.ts'
import { mountPage } from './stripe/page.ts'
import { Fault } from './stripe/requests.ts'
import { makeStripeState } from './stripe/state.ts'

export interface StripeEmulatorOptions {
  now(): Date
  secretKey: string
  webhookSecret: string
  /** Webhook URL; null when there is none yet. */
  webhookUrl(): string | null
  /** URL of the payment page. Defaults to the emulator's own. */
  payUrl?: (sessionId: string) => string
  /** Duration of a delayed payment. When null, it waits for `world.settle`. */
  delayMs?: number | null
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
  const deliveries = makeDeliveries(now, webhookSecret, webhookUrl)
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
  mountApi(server, world, { now, secretKey, asked, armed })
  mountPage(server, world, product => NAMES[product] ?? product)
  base = await server.listen({ host: '127.0.0.1', port: 0 })
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
