import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import type { Clock } from '#src/core/clock.ts'
import { missing, mountAccounts, mountCourses, mountEnrollments } from './canvas/resources.ts'
import { CanvasState } from './canvas/state.ts'

export const CANVAS_TOKEN = 'canvas-demo-token'

/** Canvas emulator: refuses what Canvas refuses. Content migrations advance with the clock. */
export const makeCanvasEmulator = (clock: Clock) => {
  const server = Fastify()
  const state = new CanvasState(clock)
  /** Every call, in order. */
  const requests: { method: string; path: string; authorized: boolean }[] = []

  server.register(formbody)
  server.addHook('onRequest', async (request, reply) => {
    const authorized = request.headers.authorization === `Bearer ${CANVAS_TOKEN}`
    requests.push({ method: request.method, path: request.url, authorized })
    if (authorized) return
    reply.header('www-authenticate', 'Bearer realm="canvas-lms"')
    return reply.code(401).send({ errors: [{ message: 'Invalid access token.' }] })
  })
  server.setNotFoundHandler((_request, reply) => missing(reply))
  mountAccounts(server, state)
  mountCourses(server, state)
  mountEnrollments(server, state)
  return { server, state, requests }
}
