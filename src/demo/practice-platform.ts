import type { FastifyInstance } from 'fastify'

/** Shows the practice LMS's log-in step under our own address, so that one port is enough to try everything. */
export const mountPracticePlatform = (server: FastifyInstance, base: string): void => {
  server.get('/demo/lms/auth', async (request, reply) => {
    const answer = await fetch(`${base}/auth${new URL(request.url, base).search}`, { redirect: 'manual' })
    return reply
      .code(answer.status)
      .type('text/html; charset=utf-8')
      .send(await answer.text())
  })
}
