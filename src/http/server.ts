import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { inRequest, type Log } from '../log.ts'
import { takeStorableInput } from './input.ts'

/** The largest launches seen are 10 kB, an id_token 64 kB. */
const BODY_LIMIT = 256 * 1024

export interface ServerOptions {
  log: Log
  trustProxy: string | false
  requestId: () => string
}

/** zod checks what comes in, in the routes; Fastify's own compilers of schemas would only make each start longer. */
const noSchemas = (): never => {
  throw new Error('a route has a schema; zod checks what comes in')
}

/** Fastify with the mechanics that every route shares. Nothing of the product is mounted here; that is app.ts. */
export const makeServer = async ({ log, trustProxy, requestId }: ServerOptions): Promise<FastifyInstance> => {
  const server = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // One logger for all: a child for each request, to write one line, took longer than the line.
    childLoggerFactory: logger => logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: proxies(trustProxy),
    genReqId: requestId,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    // An address that cannot be read reaches no route and no error page: a sentence is all there is to say.
    frameworkErrors: (_error, _request, reply) => {
      reply.raw.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end('This address cannot be read.')
    },
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  })
  server.removeContentTypeParser('text/plain')
  await server.register(cookie)
  await server.register(formbody, { bodyLimit: BODY_LIMIT })
  takeStorableInput(server)
  // Not earlier: the events of a body that is read would lose it again. What fails before that is logged with its id.
  server.addHook('preValidation', (request, _reply, done) => inRequest(request.id, done))
  server.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the address: tokens stand in addresses.
    const { url: route = 'none' } = request.routeOptions
    const { id: reqId, method } = request
    const fields = { reqId, method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (route !== '/healthz' && route !== '/readyz') log.info(fields, 'answered')
    done()
  })
  return server
}

/** TRUST_PROXY, in small letters, as Fastify wants it: everyone, so many hops, or a list of addresses. */
const proxies = (setting: string | false): NonNullable<FastifyServerOptions['trustProxy']> => {
  if (setting === false || setting === 'off' || setting === 'false') return false
  if (setting === 'on' || setting === 'true') return true
  return /^\d+$/.test(setting) ? (_address, hop) => hop < Number(setting) : setting
}
