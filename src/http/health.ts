import type { FastifyInstance } from 'fastify'

/** /healthz: the process is up. /readyz: the database answers and its schema is current (contract.md, Operations). */
export const mountHealth = (server: FastifyInstance, isReady: () => Promise<boolean>): void => {
  // The payment page asks it too, and no answer of before will do (views/ui/posting.ts).
  server.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))
  server.get('/readyz', async (_request, reply) => {
    const ready = await isReady().catch(() => false)
    return reply.code(ready ? 200 : 503).send({ ready })
  })
}
