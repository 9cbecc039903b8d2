import type { FastifyInstance } from 'fastify'
import { paths } from '#views/paths.ts'
import type { Payments } from './index.ts'

/** Events are a few kB. The limit applies before the signature is verified. */
const BODY_LIMIT = 512 * 1024

/**
 * Serves POST /webhooks/stripe. The signature covers the raw bytes, so this scope does not parse the body. Answers 2xx
 * only after the commit; on any other status Stripe sends the event again.
 */
export const mountStripeWebhook = (
  server: FastifyInstance,
  modules: { payments: Pick<Payments, 'handleCardEvent'> },
): void => {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  )
  server.post(paths.stripeWebhook, { bodyLimit: BODY_LIMIT, config: { asSent: true } }, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const received = await modules.payments.handleCardEvent(body, String(request.headers['stripe-signature'] ?? ''))
    switch (received) {
      case 'taken':
        return { received: true }
      case 'not-ours':
        return reply.code(400).send({ error: 'The signature is not valid.' })
      case 'not-set-up':
        return reply.code(404).send({ error: 'Not found' })
      default:
        return received satisfies never
    }
  })
}
