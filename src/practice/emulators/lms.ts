import { randomBytes } from 'node:crypto'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import Fastify from 'fastify'
import {
  authenticate,
  coursePage,
  createKeys,
  type Keys,
  type LmsOptions,
  launchOf,
  loginFields,
  postPage,
  readHint,
} from './lms/launch.ts'
import { mountServices } from './lms/services.ts'

type ToolTexts = 'application_type' | 'initiate_login_uri' | 'jwks_uri' | 'token_endpoint_auth_method'
type Tool = Partial<Record<ToolTexts, string> & Record<'grant_types' | 'response_types' | 'redirect_uris', string[]>>

const CONFIGURATION = 'https://purl.imsglobal.org/spec/lti-tool-configuration'

/**
 * LTI Dynamic Registration on the LMS side. A token registers one tool, and the required metadata is checked. Returns a
 * function that an administrator calls: it makes a token.
 */
const mountRegistration = (
  server: FastifyInstance,
  { options, base, issuer }: { options: LmsOptions; base(): string; issuer(): string },
) => {
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
      (!tool.jwks_uri?.startsWith(`${options.toolUrl}/lti/keys/`) && 'jwks_uri') ||
      (tool.token_endpoint_auth_method !== 'private_key_jwt' && 'token_endpoint_auth_method')
    if (wrong) return reply.code(400).send({ error: 'invalid_client_metadata', error_description: wrong })
    tools.push(tool)
    const clientId = `registered-${randomBytes(4).toString('hex')}`
    return { ...tool, client_id: clientId, [CONFIGURATION]: { deployment_id: '1' }, ...answer }
  })

  return (wrong: { lie?: typeof lie; answer?: typeof answer } = {}) => {
    lie = wrong.lie ?? {}
    answer = wrong.answer ?? {}
    const token = randomBytes(8).toString('hex')
    tokens.add(token)
    return { configuration: `${issuer()}/.well-known/openid-configuration`, token, tools: tools.length }
  }
}

/** LTI 1.3 platform emulator. It refuses what real platforms refuse. */
export const startLmsEmulator = async (options: LmsOptions) => {
  const server = Fastify({ forceCloseConnections: true })
  await server.register(formbody)
  // Created on first use, so that the start does not wait for it.
  let made: Promise<Keys> | undefined
  const keys = () => (made ??= createKeys())
  const html = (reply: FastifyReply, text: string) => reply.type('text/html; charset=utf-8').send(text)
  const base = () => {
    const address = server.server.address()
    return `http://${options.host ?? '127.0.0.1'}:${typeof address === 'object' ? address?.port : ''}`
  }
  const issuer = () => options.issuer ?? base()

  server.get('/jwks', async () => ({ keys: (await keys()).published }))

  /** Canvas cloud takes logins on one host and redirects to the school's own. */
  const elsewhere = () =>
    base().replace(/localhost|127\.0\.0\.1/, host => (host === 'localhost' ? '127.0.0.1' : 'localhost'))
  const spent = new Set<string>()
  server.get<{ Querystring: Record<string, string> }>('/auth', async (request, reply) => {
    const isHere = base().endsWith(request.host)
    if (isHere && readHint(request.query.lti_message_hint ?? '')?.click.startsWith('canvas'))
      return reply.redirect(elsewhere() + request.url)
    const answer = authenticate(request.query, options, spent)
    if (answer.kind === 'refused') return html(reply.code(400), answer.page)
    if (answer.kind === 'error') return html(reply, postPage(answer.redirectUri, answer.fields))
    const token = await launchOf(answer, { issuer: issuer(), base: base(), keys: await keys(), options })
    return html(reply, postPage(answer.redirectUri, { id_token: token, state: answer.state }))
  })

  /** A course page with the tool in a frame, for browser tests: `?person=ana&role=student&storage=on&version=1.3`. */
  server.get<{ Querystring: Record<string, string> }>('/course', async (request, reply) =>
    html(reply, coursePage(options.toolUrl, loginFields(request.query, { issuer: issuer(), options }), request.query)),
  )

  const openRegistration = mountRegistration(server, { options, base, issuer })
  const services = mountServices(server, { options, base })

  await server.listen({ port: 0, host: '127.0.0.1' })
  return { base: base(), issuer: issuer(), openRegistration, ...services, close: () => server.close() }
}
