import type { FastifyInstance } from 'fastify'
import type { Asked, PlannedFailure } from './api.ts'
import { isCard } from './cards.ts'
import type { Deliveries, Delivery } from './deliveries.ts'
import type { StripeState } from './state.ts'

interface ControlDeps {
  world: StripeState
  deliveries: Deliveries
  asked: Asked[]
  armed: PlannedFailure[]
  forget(): void
}

type Body = Record<string, unknown>

/** Mounts the control calls for tests: JSON in, JSON out. */
export const mountControl = (
  server: FastifyInstance,
  { world, deliveries, asked, armed, forget }: ControlDeps,
): void => {
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
  post('/sessions/:id/pay', (body, id) => ({ outcome: world.pay(id, isCard(body.card) ? body.card : '4242') }))
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
