import type { FastifyInstance } from 'fastify'

interface Health {
  status: 200 | 503
  body: object
}

/** Health checks by path. /healthz: the process is up. /readyz: the database responds and its schema is current. */
const healthChecks = (isReady: () => Promise<boolean>) =>
  new Map<string, () => Promise<Health>>([
    ['/healthz', async () => ({ status: 200, body: { ok: true } })],
    [
      '/readyz',
      async () => {
        const ready = await isReady().catch(() => false)
        return { status: ready ? 200 : 503, body: { ready } }
      },
    ],
  ])

/** Mounts the health checks. Replies are never cached, because the payment page uses them to detect an outage. */
export const mountHealth = (server: FastifyInstance, isReady: () => Promise<boolean>): void => {
  for (const [address, check] of healthChecks(isReady)) {
    server.get(address, async (_request, reply) => {
      const { status, body } = await check()
      return reply.code(status).header('cache-control', 'no-store').send(body)
    })
  }
}
