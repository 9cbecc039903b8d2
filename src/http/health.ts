import type { FastifyInstance } from 'fastify'

/** /healthz: the process is up. /readyz: the database answers and its schema is current (contract.md, Operations). */
export const mountHealth = (server: FastifyInstance, isReady: () => Promise<boolean>): void => {
  server.get('/healthz', async () => ({ ok: true }))
  server.get('/readyz', async (_request, reply) => {
    const ready = await isReady().catch(() => false)
    return reply.code(ready ? 200 : 503).send({ ready })
  })
}
