import type { FastifyInstance } from 'fastify'
import { mountCookielessLogin } from './cookieless-login.ts'

/**
 * Proxies the practice LMS's public endpoints under our own URL, so that the demo needs one port only: its login step,
 * its configuration and its deep linking return.
 */
export const mountPracticePlatform = (server: FastifyInstance, base: string): void => {
  mountCookielessLogin(server)
  const html = 'text/html; charset=utf-8'
  server.get('/demo/lms/auth', async (request, reply) => {
    const answer = await fetch(`${base}/auth${new URL(request.url, base).search}`, { redirect: 'manual' })
    return reply
      .code(answer.status)
      .type(html)
      .send(await answer.text())
  })
  server.post<{ Body: Record<string, string> }>('/demo/lms/deep_link', async (request, reply) => {
    const answer = await fetch(`${base}/deep_link`, { method: 'POST', body: new URLSearchParams(request.body) })
    return reply
      .code(answer.status)
      .type(html)
      .send(await answer.text())
  })
  server.get('/demo/lms/.well-known/openid-configuration', async (_request, reply) => {
    const answer = await fetch(`${base}/.well-known/openid-configuration`)
    return reply.type('application/json').send(await answer.text())
  })
}
