import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Stops accepting, lets requests under way finish, then closes all connections. Resolves to true if the time ran out. */
type CloseServer = (milliseconds: number) => Promise<boolean>

/**
 * Counts the requests under way, since Node alone would wait for a browser's spare connection that has not sent a request.
 * Call it before the routes are added.
 */
export const makeCloseServer = (server: FastifyInstance): CloseServer => {
  let underWay = 0
  let isClosing = false
  let onIdle = () => {}
  server.addHook('onRequest', async (_request, reply) => {
    underWay++
    reply.raw.once('close', () => {
      underWay--
      if (underWay === 0) onIdle()
    })
  })
  server.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  return async milliseconds => {
    isClosing = true
    const closed = server.close()
    const idle = new Promise<false>(resolve => {
      onIdle = () => resolve(false)
      if (underWay === 0) onIdle()
    })
    const isCut = await Promise.race([idle, wait(milliseconds, true, { ref: false })])
    server.server.closeAllConnections()
    await closed
    return isCut
  }
}
