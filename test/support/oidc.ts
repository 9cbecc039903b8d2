import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import type { TestApp } from './app.ts'
import { makePlatform } from './platform.ts'
import type { Test } from './test.ts'

export const C = 'https://purl.imsglobal.org/spec/lti/claim/'
export const ROLE = 'http://purl.imsglobal.org/vocab/lis/v2/membership#'

/** Keys are made once, as it is slow. Uses only node:crypto, independent of the product. */
const pair = (bits = 2048) => generateKeyPairSync('rsa', { modulusLength: bits })
export const keys = { good: pair(), other: pair(), weak: pair(1024) }

export const jwk = (key: { publicKey: KeyObject }, kid: string) => ({
  ...key.publicKey.export({ format: 'jwk' }),
  kid,
  use: 'sig',
  alg: 'RS256',
})

const b64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

export interface SignHow {
  key?: { privateKey: KeyObject }
  kid?: string | undefined
  alg?: string
}

export const signJwt = (claims: object, { key = keys.good, kid = 'k1', alg = 'RS256' }: SignHow = {}): string => {
  const head = `${b64({ alg, kid, typ: 'JWT' })}.${b64(claims)}`
  return `${head}.${createSign('RSA-SHA256').update(head).sign(key.privateKey).toString('base64url')}`
}

type Jwks = { keys: object[] } | ((reply: import('fastify').FastifyReply) => unknown)

/** Starts a platform whose keys are served over HTTP; tests can make it hang or send other keys. */
export const practicePlatform = async (t: Test, app: TestApp, given: Parameters<typeof makePlatform>[1] = {}) => {
  const state = { jwks: { keys: [jwk(keys.good, 'k1'), jwk(keys.weak, 'weak')] } as Jwks, fetches: 0 }
  const server = Fastify()
  server.get('/jwks', async (_request, reply) => {
    state.fetches++
    return typeof state.jwks === 'function' ? state.jwks(reply) : state.jwks
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(() => {
    server.server.closeAllConnections()
    return server.close()
  })
  const base = `http://127.0.0.1:${(server.server.address() as { port: number }).port}`
  const made = await makePlatform(app, {
    issuer: base,
    domain: new URL(base).host,
    authorizationRedirect: `${base}/auth`,
    publicKeysUrl: `${base}/jwks`,
    grantUrl: `${base}/token`,
    ...given,
  })
  return { ...made, base, state }
}

export type Platform13 = Awaited<ReturnType<typeof practicePlatform>>

export interface Login13 {
  status: number
  body: string
  location: URL
  state: string
  nonce: string
  cookie: string
  setCookie: string
  policy: string
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export const login13 = async (
  app: TestApp,
  platform: Platform13,
  over: Record<string, string> = {},
  { headers = {}, ...from }: { remoteAddress?: string; headers?: Record<string, string> } = {},
): Promise<Login13> => {
  const fields = {
    iss: platform.platform.issuer,
    client_id: platform.platform.clientId,
    login_hint: '7',
    lti_message_hint: 'm',
    target_link_uri: 'http://localhost:3000/lti/launch',
    lti_deployment_id: '1',
    ...over,
  }
  const answer = await app.server.inject({
    method: 'POST',
    url: '/lti/login',
    headers: { ...FORM, ...headers },
    payload: new URLSearchParams(fields).toString(),
    ...from,
  })
  const location = new URL(String(answer.headers.location ?? 'http://none/'))
  const setCookie = String([answer.headers['set-cookie'] ?? ''].flat()[0])
  return {
    status: answer.statusCode,
    body: answer.body,
    location,
    state: location.searchParams.get('state') ?? '',
    nonce: location.searchParams.get('nonce') ?? '',
    cookie: setCookie.split(';')[0] ?? '',
    setCookie,
    policy: String(answer.headers['content-security-policy'] ?? ''),
  }
}

/** The claims of a learner's launch; undefined removes a claim. */
export const claimsOf = (
  app: TestApp,
  platform: Platform13,
  login: Pick<Login13, 'nonce'>,
  over: Record<string, unknown> = {},
): Record<string, unknown> => {
  const now = Math.floor(app.clock.now().getTime() / 1000)
  const claims: Record<string, unknown> = {
    iss: platform.platform.issuer,
    aud: platform.platform.clientId,
    sub: `s-${randomBytes(4).toString('hex')}`,
    iat: now,
    exp: now + 60,
    nonce: login.nonce,
    name: 'Noé Díaz',
    email: `noe-${randomBytes(4).toString('hex')}@school.example`,
    [`${C}version`]: '1.3.0',
    [`${C}message_type`]: 'LtiResourceLinkRequest',
    [`${C}deployment_id`]: '1',
    [`${C}target_link_uri`]: 'http://localhost:3000/lti/launch',
    [`${C}resource_link`]: { id: 'r' },
    [`${C}context`]: { id: 'ctx-1', title: 'ASL', label: 'A' },
    [`${C}roles`]: [`${ROLE}Learner`],
    ...over,
  }
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
}

export const post13 = async (
  app: TestApp,
  fields: Record<string, string>,
  cookie = '',
  headers: Record<string, string> = {},
) => {
  const answer = await app.server.inject({
    method: 'POST',
    url: '/lti/launch',
    headers: { ...FORM, ...(cookie ? { cookie } : {}), ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
  const location = String(answer.headers.location ?? '')
  const token = new URL(location || '/', 'http://localhost:3000').searchParams.get('token') ?? ''
  const policy = String(answer.headers['content-security-policy'] ?? '')
  return { status: answer.statusCode, location, token, body: answer.body, policy }
}

/** Logs in and launches. */
export const launch13 = async (
  app: TestApp,
  platform: Platform13,
  over: Record<string, unknown> = {},
  how: SignHow & { cookie?: string; state?: string; fields?: Record<string, string> } = {},
) => {
  const login = await login13(app, platform)
  const token = signJwt(claimsOf(app, platform, login, over), how)
  return post13(app, { id_token: token, state: how.state ?? login.state, ...how.fields }, how.cookie ?? login.cookie)
}
