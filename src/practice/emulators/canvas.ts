import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Clock } from '#src/core/clock.ts'
import { type Fault, mountLimits } from './canvas/limits.ts'
import { missing, mountAccounts, mountCourses, mountEnrollments } from './canvas/resources.ts'
import { CanvasState, type EmulatedMigration } from './canvas/state.ts'

interface CanvasEmulator {
  server: FastifyInstance
  state: CanvasState
  /** Every call since the last reset, in order. */
  requests: { method: string; path: string; authorized: boolean }[]
  /** Plans faults for the next calls. Each applies to one matching call. */
  fail(fault: Fault): void
}

export const CANVAS_TOKEN = 'canvas-demo-token'

/** Canvas emulator: refuses what Canvas refuses. Content migrations advance with the clock. */
export const makeCanvasEmulator = (clock: Clock): CanvasEmulator => {
  const server = Fastify()
  const state = new CanvasState(clock)
  const requests: CanvasEmulator['requests'] = []

  server.register(formbody)
  server.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/__control')) return
    const authorized = request.headers.authorization === `Bearer ${CANVAS_TOKEN}`
    requests.push({ method: request.method, path: request.url, authorized })
    if (authorized) return
    reply.header('www-authenticate', 'Bearer realm="canvas-lms"')
    return reply.code(401).send({ errors: [{ message: 'Invalid access token.' }] })
  })
  const limits = mountLimits(server)
  server.setNotFoundHandler((_request, reply) => missing(reply))
  mountAccounts(server, state)
  mountCourses(server, state, request => limits.isPlanned(request, 'elsewhere'))
  mountEnrollments(server, state)

  server.get('/__control/requests', async () => requests)
  server.get('/__control/state', async () => state.show())
  server.post<{ Body: Fault }>('/__control/fail', async ({ body }) => limits.fail(body))
  server.post<{ Body: Partial<EmulatedMigration> & { course_id: string } }>('/__control/migrations', async ({ body }) =>
    state.place(body),
  )
  server.post('/__control/reset', async () => {
    state.reset()
    limits.reset()
    requests.length = 0
    return {}
  })
  return { server, state, requests, fail: limits.fail }
}
