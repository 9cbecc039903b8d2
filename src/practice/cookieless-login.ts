import type { FastifyInstance } from 'fastify'
import { paths } from '#views/paths.ts'

/** Login of the practice LMS for a browser that blocks cookies. */
export const COOKIELESS_LOGIN = '/demo/lms/login'

/** Passes the login on as the browser sent it, and the answer without its cookie. */
export const mountCookielessLogin = (server: FastifyInstance): void => {
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
