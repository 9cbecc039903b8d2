import type { FastifyInstance } from 'fastify'
import type { Needs } from '#src/context.ts'
import { makeRefuser } from '#src/http/json-calls.ts'
import { paths } from '#views/paths.ts'
import { handleCardEvent } from './card-events.ts'
import { webhookStatus } from './contract.ts'
import { webhookRefusals } from './rules/card-provider.ts'

const refused = makeRefuser(webhookStatus, webhookRefusals)

/** Events are a few kB. The limit applies before the signature is verified. */
const BODY_LIMIT = 512 * 1024

/**
 * Serves POST /webhooks/stripe. The signature covers the raw bytes, so this scope does not parse the body. Answers 2xx
 * only after the commit; on any other status Stripe sends the event again.
 */
export const mountStripeWebhook = (
  server: FastifyInstance,
  app: Needs<'card' | 'clock' | 'db' | 'deliveries' | 'disputeTakesAccess' | 'jobs' | 'live' | 'log'>,
): void => {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  )
  server.post(paths.stripeWebhook, { bodyLimit: BODY_LIMIT, config: { asSent: true } }, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const received = await handleCardEvent(app, body, String(request.headers['stripe-signature'] ?? ''))
    app.deliveries.count(received.ok ? 'taken' : 'refused')
    return received.ok ? { received: true } : refused(reply, received)
  })
}
