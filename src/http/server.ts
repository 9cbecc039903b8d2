import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { inRequest, type Log } from '#src/core/log.ts'
import { storable } from '#src/core/rules/plain-text.ts'
import { paths } from '#views/paths.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Leaves the input unchanged, because others have signed it. */
    asSent?: boolean
  }
}

/** Refuses a request with several hosts (RFC 9112 §3.2): a proxy may have read another of them than we do. */
const refuseHosts = (server: FastifyInstance): void => {
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    const isSeveral = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1
    done(isSeveral ? Object.assign(new Error('several Host headers'), { statusCode: 400 }) : undefined)
  })
}

/** Largest number of fields in a body. The forms of staff with a box for each person have some hundred. */
const FIELDS_MAX = 5000

/** Removes characters that PostgreSQL cannot store from all input. Refuses a body with too many fields. */
const cleanInput = (server: FastifyInstance): void => {
  server.addHook('preValidation', (request, _reply, done) => {
    if (isData(request.body) && Object.keys(request.body).length > FIELDS_MAX)
      return done(Object.assign(new Error(`the body has more than ${FIELDS_MAX} fields`), { statusCode: 413 }))
    if (!request.routeOptions.config?.asSent) makeStorable([request.params, request.query, request.body])
    done()
  })
}

/** Works in place and iteratively, for deeply nested JSON. Leaves streams alone: an upload leads to itself. */
const makeStorable = (parts: unknown[]): void => {
  const waiting = parts.filter(isData)
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    for (const [name, value] of Object.entries(at)) {
      if (typeof value === 'string') at[name] = storable(value)
      else if (isData(value)) waiting.push(value)
    }
  }
}

const isData = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Readable) && !ArrayBuffer.isView(value)

/** Launches are up to 10 kB, an id_token up to 64 kB. */
const BODY_LIMIT = 256 * 1024

/** Rejects Fastify schemas. Routes validate with zod, and Fastify's schema compilers would only slow down the start. */
const noSchemas = (): never => {
  throw new Error('routes must validate with zod instead of a Fastify schema')
}

/** Addresses that administrators type into an LMS. */
const TYPED: string[] = [paths.launch, paths.ltiLogin]

const lettersOf = (path: string): string => path.toLowerCase().replace(/[^a-z]/g, '')

/** Leads a launch address in other case, or with other characters than letters too many, to the page that says so. */
const rewriteUrl = ({ url = '/' }: { url?: string | undefined }): string => {
  if (!/^\/[^?]*lti/i.test(url)) return url
  const path = url.replace(/\?.*/, '')
  if (TYPED.includes(path.replace(/\/$/, ''))) return url
  const meant = lettersOf(path.replace(/;.*|%[\da-f]{0,2}/gi, ''))
  return TYPED.some(typed => lettersOf(typed) === meant) ? paths.ltiWrongAddress : url
}

/** Fastify with the mechanics that every route shares. Nothing of the product is mounted here; that is app.ts. */
export const makeServer = async ({
  log,
  trustProxy,
  requestId,
}: {
  log: Log
  trustProxy: string | false
  requestId: () => string
}): Promise<FastifyInstance> => {
  const loggerInstance: FastifyBaseLogger = log
  const server = Fastify({
    loggerInstance,
    // A child logger per request costs more than the one line it would write.
    childLoggerFactory: logger => logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: proxies(trustProxy),
    genReqId: requestId,
    rewriteUrl,
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
  refuseHosts(server)
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

/**
 * Returns a function that stops accepting, lets requests under way finish, then closes all connections; it resolves to true
 * if the time ran out. Counts the requests, since Node alone would wait for a browser's spare connection that has not sent
 * one. Call it before the routes are added.
 */
export const makeCloseServer = (server: FastifyInstance): ((milliseconds: number) => Promise<boolean>) => {
  let underWay = 0
  let isClosing = false
  let onIdle = () => {}
  server.addHook('onRequest', (_request, reply, done) => {
    underWay++
    reply.raw.once('close', () => {
      underWay--
      if (underWay === 0) onIdle()
    })
    done()
  })
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done()
  })
  return async milliseconds => {
    isClosing = true
    const closed = server.close()
    const idle = new Promise<false>(resolve => {
      onIdle = () => resolve(false)
      if (underWay === 0) onIdle()
    })
    const isCut = await Promise.race([idle, wait(milliseconds, true, { ref: false })])
    server.server.closeAllConnections()
    await closed
    return isCut
  }
}

/** Longest time of a check of readiness. Probes wait little longer; a frozen database fails after five times as long. */
const READY_MS = 2000

/** Mounts /healthz (the process is up) and /readyz (database and schema are ready). Never cached. */
export const mountHealth = (server: FastifyInstance, isReady: () => Promise<boolean>): void => {
  let checking: Promise<boolean> | undefined
  server.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))
  server.get('/readyz', async (_request, reply) => {
    // One check at a time for all probes, since each takes a connection.
    checking ??= isReady().finally(() => {
      checking = undefined
    })
    const ready = await Promise.race([checking, wait(READY_MS, false, { ref: false })]).catch(() => false)
    return reply
      .header('cache-control', 'no-store')
      .code(ready ? 200 : 503)
      .send({ ready })
  })
}
