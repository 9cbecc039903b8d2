import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldsOf } from '#src/http/fields.ts'
import { paths } from '#views/paths.ts'

/** Login of the practice LMS for a browser that blocks cookies. */
export const COOKIELESS_LOGIN = '/demo/lms/login'

/** Passes the login on as the browser sent it, and the answer without its cookie. */
const mountCookielessLogin = (server: FastifyInstance): void => {
  server.post<{ Body: Record<string, string> }>(COOKIELESS_LOGIN, async (request, reply) => {
    const { 'content-length': _, ...headers } = request.headers
    const answer = await server.inject({
      method: 'POST',
      url: paths.ltiLogin,
      headers,
      payload: new URLSearchParams(request.body).toString(),
      remoteAddress: request.socket.remoteAddress ?? request.ip,
    })
    const { location } = answer.headers
    if (location) return reply.redirect(String(location), answer.statusCode)
    return reply.code(answer.statusCode).type('text/html; charset=utf-8').send(answer.body)
  })
}

/** Proxies the practice LMS's public endpoints under our own URL, so that the demo needs one port only. */
export const mountPracticePlatform = (server: FastifyInstance, base: string): void => {
  mountCookielessLogin(server)
  const show = async (reply: FastifyReply, answer: Response) =>
    reply
      .code(answer.status)
      .type('text/html; charset=utf-8')
      .send(await answer.text())
  server.get('/demo/lms/auth', async (request, reply) =>
    show(reply, await fetch(`${base}/auth${new URL(request.url, base).search}`, { redirect: 'manual' })),
  )
  server.post<{ Body: Record<string, string> }>('/demo/lms/deep_link', async (request, reply) =>
    show(reply, await fetch(`${base}/deep_link`, { method: 'POST', body: new URLSearchParams(request.body) })),
  )
  server.get('/demo/lms/.well-known/openid-configuration', async (_request, reply) => {
    const answer = await fetch(`${base}/.well-known/openid-configuration`)
    return reply.type('application/json').send(await answer.text())
  })
}

/** Response headers that are passed on. The practice checkout decides who may frame it. */
const PASSED_ON = [
  'content-type',
  'content-security-policy',
  'x-frame-options',
  'referrer-policy',
  'cache-control',
  'location',
]

/** Proxies the practice checkout under our own URL, so that the demo needs one port only. */
export const mountPracticeCheckout = (server: FastifyInstance, base: string): void => {
  const pass = async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    const body = request.method === 'POST' ? new URLSearchParams(fieldsOf(request.body)) : null
    const url = `${base}/checkout/${encodeURIComponent(request.params.id)}`
    const answer = await fetch(url, { method: request.method, body, redirect: 'manual' })
    for (const name of PASSED_ON) {
      const value = answer.headers.get(name)
      if (value !== null) reply.header(name, value)
    }
    return reply.code(answer.status).send(await answer.text())
  }
  server.get('/demo/checkout/:id', pass)
  server.post('/demo/checkout/:id', pass)
}
