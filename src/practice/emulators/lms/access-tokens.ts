import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jwtVerify } from 'jose'
import { type Context, toolKeysOf } from './context.ts'

/** Mounts the token endpoint. `needs` is a hook that refuses a call without the scope. */
export const mountAccessTokens = (server: FastifyInstance, { options, base, used }: Context) => {
  const tokens = new Map<string, string>()
  let failing: number[] = []

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

  return {
    needs,
    expireAll: () => tokens.clear(),
    /** Sets the statuses with which the next service calls fail. */
    failWith(statuses: number[]) {
      failing = statuses
    },
  }
}
