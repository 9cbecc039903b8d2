import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { LmsOptions } from './launch.ts'

interface Tool {
  application_type?: string
  grant_types?: string[]
  response_types?: string[]
  redirect_uris?: string[]
  initiate_login_uri?: string
  jwks_uri?: string
  token_endpoint_auth_method?: string
}

const CONFIGURATION = 'https://purl.imsglobal.org/spec/lti-tool-configuration'

/** LTI Dynamic Registration on the LMS side. A token registers one tool, and the required metadata is checked. */
export const mountRegistration = (
  server: FastifyInstance,
  { options, base, issuer }: { options: LmsOptions; base(): string; issuer(): string },
): void => {
  const tokens = new Set<string>()
  const tools: Tool[] = []
  /** Wrong values for its configuration and its answer, to test our checks. */
  let lie: Record<string, unknown> = {}
  let answer: Record<string, unknown> = {}

  server.get('/.well-known/openid-configuration', async () => ({
    issuer: issuer(),
    authorization_endpoint: `${issuer()}/auth`,
    token_endpoint: `${base()}/token`,
    jwks_uri: `${base()}/jwks`,
    registration_endpoint: `${base()}/register`,
    scopes_supported: ['openid'],
    response_types_supported: ['id_token'],
    'https://purl.imsglobal.org/spec/lti-platform-configuration': { product_family_code: 'moodle', version: '4.5' },
    ...lie,
  }))

  server.post<{ Body: Tool }>('/register', async (request, reply) => {
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    if (!tokens.delete(token)) return reply.code(401).send({ error: 'invalid_token' })
    const tool = request.body
    const wrong =
      (tool.application_type !== 'web' && 'application_type') ||
      (!tool.grant_types?.includes('client_credentials') && 'grant_types') ||
      (!tool.response_types?.includes('id_token') && 'response_types') ||
      (tool.redirect_uris?.[0] !== `${options.toolUrl}/lti/launch` && 'redirect_uris') ||
      (tool.initiate_login_uri !== `${options.toolUrl}/lti/login` && 'initiate_login_uri') ||
      (tool.jwks_uri !== `${options.toolUrl}/lti/keys` && 'jwks_uri') ||
      (tool.token_endpoint_auth_method !== 'private_key_jwt' && 'token_endpoint_auth_method')
    if (wrong) return reply.code(400).send({ error: 'invalid_client_metadata', error_description: wrong })
    tools.push(tool)
    const clientId = `registered-${randomBytes(4).toString('hex')}`
    return { ...tool, client_id: clientId, [CONFIGURATION]: { deployment_id: '1' }, ...answer }
  })

  server.post<{ Body: { lie?: typeof lie; answer?: typeof answer } }>('/__control/registration', async request => {
    lie = request.body.lie ?? {}
    answer = request.body.answer ?? {}
    const token = randomBytes(8).toString('hex')
    tokens.add(token)
    return { configuration: `${issuer()}/.well-known/openid-configuration`, token, tools: tools.length }
  })
}
