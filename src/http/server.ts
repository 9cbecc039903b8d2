import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { inRequest, type Log } from '#src/core/log.ts'
import { cleanInput } from './clean-input.ts'

/** Launches are up to 10 kB, an id_token up to 64 kB. */
const BODY_LIMIT = 256 * 1024

interface ServerOptions {
  log: Log
  trustProxy: string | false
  requestId: () => string
}

/** Rejects Fastify schemas. Routes validate with zod, and Fastify's schema compilers would only slow down the start. */
const noSchemas = (): never => {
  throw new Error('routes must validate with zod instead of a Fastify schema')
}

/** Fastify with the mechanics that every route shares. Nothing of the product is mounted here; that is app.ts. */
export const makeServer = async ({ log, trustProxy, requestId }: ServerOptions): Promise<FastifyInstance> => {
  const loggerInstance: FastifyBaseLogger = log
  const server = Fastify({
    loggerInstance,
    // A child logger per request costs more than the one line it would write.
    childLoggerFactory: logger => logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: proxies(trustProxy),
    genReqId: requestId,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    // A malformed address reaches no route and no error page, so the reply is one sentence.
    frameworkErrors: (_error, _request, reply) => {
      reply.raw.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end('This address cannot be read.')
    },
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  })
  server.removeContentTypeParser('text/plain')
  await server.register(cookie)
  await server.register(formbody, { bodyLimit: BODY_LIMIT })
  cleanInput(server)
  // preValidation is the earliest hook that works: reading the body would lose the async context again. Earlier errors
  // are logged with their id.
  server.addHook('preValidation', (request, _reply, done) => inRequest(request.id, done))
  // These fields never hold personal data; looking for it would take half the time of the line.
  const requests = log.child({}, { redact: [] })
  server.addHook('onResponse', (request, reply, done) => {
    // Logs the route pattern and never the URL, which may contain tokens.
    const { url: route = 'none' } = request.routeOptions
    const { id: reqId, method } = request
    const fields = { reqId, method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (route !== '/healthz' && route !== '/readyz') requests.info(fields, 'request completed')
    done()
  })
  return server
}

/** Converts TRUST_PROXY to Fastify's option: everyone, a number of hops, or a list of addresses. */
const proxies = (setting: string | false): NonNullable<FastifyServerOptions['trustProxy']> => {
  if (setting === false || setting === 'off' || setting === 'false') return false
  if (setting === 'on' || setting === 'true') return true
  return /^\d+$/.test(setting) ? (_address, hop) => hop < Number(setting) : setting
}
