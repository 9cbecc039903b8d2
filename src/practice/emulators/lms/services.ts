import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { recordOf } from '#src/core/rules/guards.ts'
import { escapeHtml } from '#src/core/rules/plain-text.ts'
import { type LmsOptions, page, storagePage } from './launch.ts'

interface Context {
  options: LmsOptions
  base(): string
  /** Ids and nonces of the tool's tokens that were already used. */
  used: Set<string>
}

/** Makes a hook that refuses a call whose access token lacks the scope. */
type Needs = (scope: string) => preHandlerAsyncHookHandler

const toolKeysOf = ({ toolKeysUrl, toolUrl }: LmsOptions) =>
  createRemoteJWKSet(new URL(`${toolKeysUrl ?? toolUrl}/lti/keys`))

/** Mounts the token endpoint. `needs` is a hook that refuses a call without the scope. */
const mountAccessTokens = (server: FastifyInstance, { options, base, used }: Context) => {
  const tokens = new Map<string, string>()
  /** Statuses with which the next service calls fail. */
  const failing: number[] = []

  server.post<{ Body: Record<string, string> }>('/token', async (request, reply) => {
    const { grant_type: grant, client_assertion: assertion = '', scope = '' } = request.body
    if (grant !== 'client_credentials') return reply.code(400).send({ error: 'unsupported_grant_type' })
    try {
      const { payload } = await jwtVerify(assertion, toolKeysOf(options), {
        algorithms: ['RS256'],
        issuer: options.clientId,
        subject: options.clientId,
        audience: `${base()}/token`,
        requiredClaims: ['exp', 'iat', 'jti'],
        currentDate: options.now(),
      })
      if (used.has(String(payload.jti))) return reply.code(400).send({ error: 'invalid_client' })
      used.add(String(payload.jti))
    } catch {
      return reply.code(400).send({ error: 'invalid_client' })
    }
    const token = randomBytes(16).toString('hex')
    tokens.set(token, scope)
    return { access_token: token, token_type: 'Bearer', expires_in: 3600, scope }
  })

  const needs = (scope: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const failure = failing.shift()
    if (failure) return reply.code(failure).send({ error: 'failure planned by a test' })
    const granted = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''))
    if (granted === undefined) return reply.code(401).send({ error: 'invalid_token' })
    if (!granted.includes(scope)) return reply.code(403).send({ error: 'insufficient_scope' })
  }

  return { needs, tokens, failing }
}

const mountLineItems = (server: FastifyInstance, { base }: Context, needs: Needs): void => {
  const items = [{ id: `/lineitems/1`, label: 'A link', tag: '' }]
  const asItem = (item: (typeof items)[number]) => ({ ...item, id: `${base()}${item.id}`, scoreMaximum: 1 })
  server.get<{ Querystring: { tag?: string } }>(
    '/lineitems',
    { preHandler: needs('lti-ags/scope/lineitem') },
    async request => items.filter(i => !request.query.tag || i.tag === request.query.tag).map(asItem),
  )
  server.post<{ Body: { label: string; tag: string } }>(
    '/lineitems',
    { preHandler: needs('lti-ags/scope/lineitem') },
    async (request, reply) => {
      items.push({ ...request.body, id: `/lineitems/${items.length + 1}` })
      return reply.code(201).send(asItem(items.at(-1)!))
    },
  )
}

/** Members of every practice course, in both LTI versions. */
export const MEMBERS = [
  { user_id: 'practice-ana', name: 'Ana Íñiguez', email: 'ana@school.example', roles: ['Learner'], status: 'Active' },
  { user_id: 'practice-ben', name: 'Ben Okafor', email: 'ben@school.example', roles: ['Learner'], status: 'Active' },
  { user_id: 'practice-tess', name: 'Tess Teacher', roles: ['Instructor'], status: 'Active' },
]

/** Mounts the roster call. It returns two members per page, to test paging. */
const mountMembers = (server: FastifyInstance, { base }: Context, needs: Needs): void => {
  server.get<{ Querystring: { from?: string } }>(
    '/members',
    { preHandler: needs('contextmembership.readonly') },
    async (request, reply) => {
      const from = Number(request.query.from ?? 0)
      if (from + 2 < MEMBERS.length) reply.header('link', `<${base()}/members?from=${from + 2}>; rel="next"`)
      return { id: `${base()}/members`, context: { id: 'demo-13' }, members: MEMBERS.slice(from, from + 2) }
    },
  )
}

type Score = { userId: string; timestamp: string } & Record<'scoreGiven' | 'scoreMaximum', number>

const mountScores = (server: FastifyInstance, needs: Needs) => {
  const scores: (Score & { item: string })[] = []
  /** Number of scores that are kept, but whose replies are lost. */
  const losing = { next: 0 }
  server.post<{ Params: { item: string }; Body: Score }>(
    '/lineitems/:item/scores',
    { preHandler: needs('lti-ags/scope/score') },
    async (request, reply) => {
      const { userId, timestamp } = request.body
      const { item } = request.params
      const last = scores.findLast(s => s.item === item && s.userId === userId)
      if (!MEMBERS.some(m => m.user_id === userId)) return reply.code(404).send({ error: 'no such user' })
      if (last && last.timestamp >= timestamp) return reply.code(409).send({ error: 'an older score' })
      scores.push({ ...request.body, item })
      if (losing.next > 0) {
        losing.next--
        reply.hijack()
        return request.raw.socket.destroy()
      }
      return reply.code(200).send()
    },
  )
  server.get<{ Params: { item: string }; Querystring: { user_id?: string } }>(
    '/lineitems/:item/results',
    { preHandler: needs('lti-ags/scope/result.readonly') },
    async request => {
      const last = scores.findLast(s => s.item === request.params.item && s.userId === request.query.user_id)
      return last ? [{ userId: last.userId, resultScore: last.scoreGiven, resultMaximum: last.scoreMaximum }] : []
    },
  )
  return { scores, losing }
}

/** Mounts the address that receives the links a teacher chose. */
const mountDeepLinks = (server: FastifyInstance, { options, used }: Context): void => {
  server.post<{ Body: { JWT?: string } }>('/deep_link', async (request, reply) => {
    const html = (status: number, text: string) =>
      reply.code(status).type('text/html; charset=utf-8').send(page('Placed links', text))
    try {
      const token = request.body.JWT ?? ''
      const { payload } = await jwtVerify(token, toolKeysOf(options), {
        algorithms: ['RS256'],
        issuer: options.clientId,
        requiredClaims: ['exp', 'iat', 'nonce'],
        currentDate: options.now(),
      })
      if (used.has(String(payload.nonce))) return html(400, '<h1>Refused</h1><p>This response was already used.</p>')
      used.add(String(payload.nonce))
      const items = payload['https://purl.imsglobal.org/spec/lti-dl/claim/content_items']
      const titles = [items ?? []].flat().map(item => String(recordOf(item).title ?? ''))
      const list = titles.map(title => `<li>${escapeHtml(title)}</li>`).join('')
      const back = `<p><a href="${escapeHtml(options.toolUrl)}/demo" target="_top">Back to the practice LMS</a></p>`
      return html(200, `<h1>Placed in the course</h1><ul>${list}</ul>${back}`)
    } catch (error) {
      return html(400, `<h1>Refused</h1><p>${escapeHtml(String(error))}</p>`)
    }
  })
}

/** Mounts access tokens, grades, rosters and deep links, with the errors of real platforms. Returns what they keep. */
export const mountServices = (server: FastifyInstance, given: Omit<Context, 'used'>) => {
  const context = { ...given, used: new Set<string>() }
  server.addContentTypeParser(/^application\/vnd\.ims\..+\+json$/, { parseAs: 'string' }, (_request, body, done) =>
    done(null, JSON.parse(String(body))),
  )
  const { needs, tokens, failing } = mountAccessTokens(server, context)
  const { scores, losing } = mountScores(server, needs)
  mountLineItems(server, context, needs)
  mountMembers(server, context, needs)
  mountDeepLinks(server, context)
  server.get('/storage', async (_request, reply) => reply.type('text/html; charset=utf-8').send(storagePage()))
  return { tokens, failing, scores, losing }
}
