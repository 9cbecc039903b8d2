import { createServer } from 'node:http'
import type pg from 'pg'
import { C, jwk, keys, ROLE, signJwt } from '../../support/oidc.ts'
import { freePort } from '../../support/port.ts'
import { FORM, type Request } from '../load.ts'
import { atOnce } from './at-once.ts'

/** A server that LTI 1.3 launches, with the paths of its login and its launch. */
export interface Tool {
  base: string
  login: string
  launch: string
}

/** Serves the public key of an LMS on this machine. */
export const startLms = async () => {
  const port = await freePort()
  const body = JSON.stringify({ keys: [jwk(keys.good, 'k1')] })
  const server = createServer((_request, response) => response.setHeader('content-type', 'application/json').end(body))
  await new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  return { base: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

/** Registers the LMS with the product: a course with the products of a course of demo mode. */
export const registerLms = async (client: pg.Client, lms: string): Promise<void> => {
  await client.query(
    `with p as (
       insert into platforms (issuer, client_id, domain, preset, authorization_redirect, public_keys_url, grant_url)
       values ($1, 'bench', '127.0.0.1', 'custom', $1 || '/auth', $1 || '/jwks', $1 || '/token') returning id
     ), s as (
       insert into schools (name) values ('Bench School by LTI 1.3') returning id
     ), d as (
       insert into deployments (platform_id, deployment_id, status, school_id)
       select p.id, '1', 'approved', s.id from p, s returning id, school_id
     ), c as (
       insert into courses (school_id, deployment_id, context_id, title, join_token)
       select school_id, id, 'bench-13', 'American Sign Language 1', 'c_bench_13_bench_13' from d returning id
     )
     insert into course_products (course_id, product_id)
     select c.id, x.product_id from c, course_products x join courses y on y.id = x.course_id
     where y.context_id = 'demo-asl12'`,
    [lms],
  )
}

/** Logs in for each launch, then signs them all, because the cookie and the token are valid for a minute at ltijs. */
export const signedLaunches = async (lms: string, tool: Tool, amount: number): Promise<Request[]> => {
  const logins = await atOnce(Array.from({ length: amount }), () => login(lms, tool))
  return logins.map(({ state, nonce, cookie }, i) => {
    const token = signJwt(claims(lms, tool, nonce, `student-${i % 50}`))
    return { method: 'POST', path: tool.launch, cookie, body: `${new URLSearchParams({ id_token: token, state })}` }
  })
}

const login = async (iss: string, tool: Tool) => {
  const hints = { login_hint: '7', lti_message_hint: 'm', lti_deployment_id: '1' }
  const body = new URLSearchParams({ iss, client_id: 'bench', target_link_uri: tool.base + tool.launch, ...hints })
  const answer = await fetch(tool.base + tool.login, { method: 'POST', headers: FORM, body, redirect: 'manual' })
  const { searchParams } = new URL(answer.headers.get('location') ?? `${iss}/none`)
  await answer.text()
  return { state: searchParams.get('state') ?? '', nonce: searchParams.get('nonce') ?? '', cookie: cookiesOf(answer) }
}

/** Returns the cookies that an answer sets, as the next request sends them. */
export const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')

const claims = (iss: string, tool: Tool, nonce: string, sub: string) => {
  const now = Math.floor(Date.now() / 1000)
  return {
    ...{ iss, aud: 'bench', sub, nonce, iat: now, exp: now + 60, name: 'Ana Íñiguez', email: `${sub}@school.example` },
    [`${C}version`]: '1.3.0',
    [`${C}message_type`]: 'LtiResourceLinkRequest',
    [`${C}deployment_id`]: '1',
    [`${C}target_link_uri`]: tool.base + tool.launch,
    [`${C}resource_link`]: { id: 'bench' },
    [`${C}context`]: { id: 'bench-13', title: 'American Sign Language 1' },
    [`${C}roles`]: [`${ROLE}Learner`],
  }
}
