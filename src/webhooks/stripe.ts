import type { FastifyInstance } from 'fastify'
import { paths } from '#views/paths.ts'
import type { Operations } from '../operations/index.ts'

/** Events are a few kB; nothing bigger is read before its signature is known to hold. */
const BODY_LIMIT = 512 * 1024

/**
 * POST /webhooks/stripe. The signature is over the bytes as they came, so this scope reads them raw. 2xx only once all
 * that the event asks for is committed: anything else makes the provider send it again.
 */
export const mountStripeWebhook = (server: FastifyInstance, operations: Pick<Operations, 'receiveCardEvent'>): void => {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  )
  server.post(paths.stripeWebhook, { bodyLimit: BODY_LIMIT, config: { asSent: true } }, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const received = await operations.receiveCardEvent(body, String(request.headers['stripe-signature'] ?? ''))
    switch (received) {
      case 'taken':
        return { received: true }
      case 'not-ours':
        return reply.code(400).send({ error: 'The signature does not hold.' })
      case 'not-set-up':
        return reply.code(404).send({ error: 'Not found' })
      default:
        return received satisfies never
    }
  })
}
