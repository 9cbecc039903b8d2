import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault, invalid, missing } from './fault.ts'
import { listJson, sessionJson } from './objects.ts'
import { listAt, type Params, readParams, textAt, textsAt } from './params.ts'
import type { World } from './world.ts'

/** A failure that waits for the next calls of an address: a status, or no answer for so long. */
export interface Armed {
  status?: number
  hangMs?: number
  path?: string
  times: number
  /** The work is done although the answer fails: what a broken line looks like. */
  after?: boolean
}

export interface Asked {
  method: string
  path: string
  body: string
  headers: Record<string, unknown>
}

export interface ApiDeps {
  world: World
  secretKey: string
  asked: Asked[]
  armed: Armed[]
}

/** The part of the service's API that the product uses. It refuses what the real one refuses. */
export const mountApi = (server: FastifyInstance, { world, secretKey, asked, armed }: ApiDeps) => {
  const authorize = (request: FastifyRequest) => {
    const key = request.headers.authorization?.replace(/^Bearer /, '')
    if (!key) throw new Fault(401, { type: 'invalid_request_error', message: 'You did not provide an API key.' })
    if (key !== secretKey) throw new Fault(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
    const version = String(request.headers['stripe-version'] ?? '')
    if (!/^\d{4}-\d\d-\d\d(\.\w+)?$/.test(version)) throw invalid(`Invalid Stripe API version: ${version}`)
  }

  const fail = async (when: 'before' | 'after', request: FastifyRequest) => {
    const found = armed.find(
      a => a.times > 0 && Boolean(a.after) === (when === 'after') && request.url.startsWith(a.path ?? ''),
    )
    if (!found) return
    found.times -= 1
    if (found.hangMs) await pause(found.hangMs)
    const status = found.status ?? 500
    const type = status === 429 ? 'rate_limit_error' : status >= 500 ? 'api_error' : 'invalid_request_error'
    const code = status === 429 ? { code: 'rate_limit' } : {}
    throw new Fault(status, { type, ...code, message: 'This failure was asked for.' })
  }

  type Work = (given: { params: Params; ids: Record<string, string> }) => object
  const answer = async (request: FastifyRequest, reply: FastifyReply, work: Work) => {
    reply.header('request-id', `req_${randomBytes(7).toString('hex')}`)
    authorize(request)
    await fail('before', request)
    const encoded = request.method === 'GET' ? (request.url.split('?')[1] ?? '') : String(request.body ?? '')
    const run = () => work({ params: readParams(encoded), ids: request.params as Record<string, string> })
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
    const body = key ? once(String(key), request.url, encoded, run) : run()
    await fail('after', request)
    return reply.send(body)
  }

  /** The same key and parameters give the first answer again; other parameters are an error. */
  const results = new Map<string, { hash: string; body: object }>()
  const once = (key: string, url: string, encoded: string, run: () => object): object => {
    if (key.length > 255) throw invalid('Idempotency keys can be at most 255 characters long.')
    const hash = createHash('sha256').update(`${url}\n${encoded}`).digest('hex')
    const before = results.get(key)
    if (before && before.hash !== hash) {
      throw new Fault(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      })
    }
    // As it was then, not as it is now: the real service repeats the bytes.
    const body = before?.body ?? (JSON.parse(JSON.stringify(run())) as object)
    results.set(key, { hash, body })
    return body
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
  route('GET', '/v1/checkout/sessions/:id/line_items', ({ ids }) => listJson(world.getSession(ids.id ?? '').lines))
  route('POST', '/v1/checkout/sessions/:id/expire', ({ ids }) => {
    const session = world.getSession(ids.id ?? '')
    world.expire(session)
    return sessionJson(session, [])
  })
  route('GET', '/v1/checkout/sessions', ({ params }) => {
    const since = Number(textAt(textsAt(params, 'created'), 'gte') ?? 0)
    const limit = Number(textAt(params, 'limit') ?? 10)
    const all = [...world.sessions.values()].filter(s => s.created >= since).reverse()
    const after = textAt(params, 'starting_after')
    const from = after ? all.findIndex(s => s.id === after) + 1 : 0
    const paths = expands(params).map(path => path.replace(/^data\./, ''))
    const page = all.slice(from, from + limit).map(s => sessionJson(s, paths))
    return listJson(page, from + limit < all.length)
  })
  route('GET', '/v1/prices/:id', ({ ids }) => {
    const price = world.prices.get(ids.id ?? '')
    if (!price) throw missing('price', ids.id ?? '', 'price')
    return price
  })
  route('POST', '/v1/refunds', ({ params }) => {
    const amount = textAt(params, 'amount')
    const metadata = textsAt(params, 'metadata')
    return world.refund(
      textAt(params, 'payment_intent') ?? '',
      amount === undefined ? undefined : Number(amount),
      metadata,
    )
  })
  return { forget: () => results.clear() }
}
