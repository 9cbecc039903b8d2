import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldsOf } from '#src/http/fields.ts'
import { metadataOf } from './checkout-session.ts'
import { listJson, sessionJson } from './objects.ts'
import {
  Fault,
  invalid,
  listAt,
  makeIdempotency,
  missing,
  type Params,
  readParams,
  textAt,
  textsAt,
} from './requests.ts'
import type { StripeState } from './state.ts'

/** A planned failure of the next matching calls: an error status, a wait, both, or a cut connection. */
export interface PlannedFailure {
  status?: number
  /** The reply waits for this promise. */
  hold?: Promise<void>
  /** Does the work, and cuts the connection in place of the reply. */
  cut?: boolean
  path?: string
  times: number
  /** Does the work before it fails: the answer is an error, and yet the object was made. */
  after?: boolean
}

export interface Asked {
  method: string
  path: string
  body: string
  headers: Record<string, unknown>
}

/** Long enough for two requests to overlap. */
const WORK_MS = 10
/** Answers of checks that run before an endpoint executes: credentials, conflicts and rate limits. */
const BEFORE_EXECUTION = [401, 409, 429]

/** Mounts the part of Stripe's API that we use. It refuses what Stripe refuses. */
export const mountApi = (
  server: FastifyInstance,
  world: StripeState,
  { now, secretKey, asked, armed }: { now(): Date; secretKey: string; asked: Asked[]; armed: PlannedFailure[] },
): void => {
  const once = makeIdempotency(now)
  const authorize = (request: FastifyRequest) => {
    const key = request.headers.authorization?.replace(/^Bearer /, '')
    if (!key) throw new Fault(401, { type: 'invalid_request_error', message: 'You did not provide an API key.' })
    if (key !== secretKey) throw new Fault(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
    const version = String(request.headers['stripe-version'] ?? '')
    if (!/^\d{4}-\d\d-\d\d(\.\w+)?$/.test(version)) throw invalid(`Invalid Stripe API version: ${version}`)
  }

  const whenOf = ({ cut, after }: PlannedFailure) => (cut ? 'cut' : after ? 'after' : 'before')
  const planned = (when: 'before' | 'after' | 'cut', { url }: FastifyRequest): PlannedFailure | undefined => {
    const found = armed.find(a => a.times > 0 && whenOf(a) === when && url.startsWith(a.path ?? ''))
    if (found) found.times -= 1
    return found
  }
  const fail = async (when: 'before' | 'after', request: FastifyRequest) => {
    const found = planned(when, request)
    if (!found) return
    await found.hold
    const { status = found.hold ? undefined : 500 } = found
    if (status === undefined) return
    const type = status === 429 ? 'rate_limit_error' : status >= 500 ? 'api_error' : 'invalid_request_error'
    const code = status === 429 ? { code: 'rate_limit' } : {}
    const isKept = !BEFORE_EXECUTION.includes(status)
    throw new Fault(status, { type, ...code, message: 'This failure was planned by a test.' }, { isKept })
  }

  type Work = (given: { params: Params; ids: Record<string, string> }) => object
  const answer = async (request: FastifyRequest, reply: FastifyReply, work: Work) => {
    reply.header('request-id', `req_${randomBytes(7).toString('hex')}`)
    authorize(request)
    const encoded = request.method === 'GET' ? (request.url.split('?')[1] ?? '') : String(request.body ?? '')
    const run = async () => {
      await fail('before', request)
      const made = work({ params: readParams(encoded), ids: fieldsOf(request.params) })
      await fail('after', request)
      return made
    }
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
    const { status, body, replayed } = key
      ? await once(String(key), `${request.url}\n${encoded}`, async () => {
          await pause(WORK_MS)
          return run()
        })
      : { status: 200, body: await run(), replayed: false }
    if (planned('cut', request)) {
      reply.hijack()
      request.raw.socket.destroy()
      return
    }
    if (replayed) reply.header('idempotent-replayed', 'true')
    return reply.code(status).send(body)
  }

  const expands = (params: Params) => listAt(params, 'expand').filter(path => typeof path === 'string')
  const route = (method: 'GET' | 'POST', url: string, work: Work) =>
    server.route({ method, url, handler: (request, reply) => answer(request, reply, work) })

  server.addHook('preHandler', async request => {
    if (!request.url.startsWith('/v1/')) return
    const { method, url: path, headers } = request
    asked.push({ method, path, headers, body: String(request.body ?? '') })
  })

  route('POST', '/v1/checkout/sessions', ({ params }) => sessionJson(world.createSession(params), expands(params)))
  route('GET', '/v1/checkout/sessions/:id', ({ params, ids }) =>
    sessionJson(world.getSession(ids.id ?? ''), expands(params)),
  )
  route('GET', '/v1/checkout/sessions/:id/line_items', ({ params, ids }) =>
    pageIn(world.getSession(ids.id ?? '').lines, params),
  )
  route('POST', '/v1/checkout/sessions/:id/expire', ({ ids }) => {
    const session = world.getSession(ids.id ?? '')
    world.expire(session)
    return sessionJson(session, [])
  })
  route('GET', '/v1/checkout/sessions', ({ params }) => {
    const paths = expands(params).map(path => path.replace(/^data\./, ''))
    return pageOf(world.sessions, params, session => sessionJson(session, paths))
  })
  route('GET', '/v1/prices/:id', ({ ids }) => {
    const price = world.prices.get(ids.id ?? '')
    if (!price) throw missing('price', ids.id ?? '', 'price')
    return price
  })
  route('POST', '/v1/refunds', ({ params }) => {
    const amount = textAt(params, 'amount')
    const back = amount === undefined ? undefined : Number(amount)
    return world.refund(textAt(params, 'payment_intent') ?? '', back, metadataOf(params, 'metadata'))
  })
  route('GET', '/v1/refunds', ({ params }) => {
    const paymentIntent = textAt(params, 'payment_intent')
    const isOf = (id: string) => paymentIntent === undefined || id === paymentIntent
    return pageOf(new Map([...world.refunds].filter(([, r]) => isOf(r.payment_intent))), params)
  })
  route('GET', '/v1/disputes', ({ params }) => pageOf(world.disputes, params))
  route('GET', '/v1/disputes/:id', ({ ids }) => world.getDispute(ids.id ?? ''))
}

const pageOf = <T extends { id: string; created: number }>(
  all: Map<string, T>,
  params: Params,
  show = (one: T): object => one,
) => {
  const since = Number(textAt(textsAt(params, 'created'), 'gte') ?? 0)
  const found = [...all.values()].filter(one => one.created >= since).reverse()
  return pageIn(found, params, show)
}

const pageIn = <T extends { id: string }>(found: T[], params: Params, show = (one: T): object => one) => {
  const limit = Number(textAt(params, 'limit') ?? 10)
  if (!(limit >= 1 && limit <= 100)) throw invalid('The limit must be between 1 and 100.', 'limit')
  const after = textAt(params, 'starting_after')
  const from = after ? found.findIndex(({ id }) => id === after) + 1 : 0
  return listJson(found.slice(from, from + limit).map(show), from + limit < found.length)
}
