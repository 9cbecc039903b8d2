import type { FastifyInstance } from 'fastify'

export interface Health {
  status: 200 | 503
  body: object
}

/** By address. /healthz: the process is up. /readyz: the database answers and its schema is current (contract.md, Operations). */
export const healthChecks = (isReady: () => Promise<boolean>) =>
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

/** The payment page asks for our health, too, and no answer of before will do (views/ui/posting.ts). */
export const mountHealth = (server: FastifyInstance, isReady: () => Promise<boolean>): void => {
  for (const [address, check] of healthChecks(isReady)) {
    server.get(address, async (_request, reply) => {
      const { status, body } = await check()
      return reply.code(status).header('cache-control', 'no-store').send(body)
    })
  }
}
