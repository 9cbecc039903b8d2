import type { FastifyInstance } from 'fastify'
import { paths } from '#views/paths.ts'
import { makeEventStreams } from '../../http/event-stream.ts'
import type { Log } from '../../log.ts'
import type { Operations } from '../../operations/index.ts'

const STREAMS = { maxOpen: 50, pollMs: 1000, maxPolls: 600 }

/** Streams the progress of content migrations, so that the staff page updates itself. */
export const mountContentEvents = (scope: FastifyInstance, operations: Operations, log: Log): void => {
  const streams = makeEventStreams(scope, { ...STREAMS, log })
  scope.get<{ Querystring: { search?: string } }>(paths.contentEvents, async (request, reply) => {
    const { search } = request.query
    const typed = typeof search === 'string' ? search.slice(0, 100) : ''
    const opened = streams.open(reply, 'courses', async () => JSON.stringify(await operations.listCourseContent(typed)))
    return opened
      ? undefined
      : reply.code(503).header('retry-after', '30').send({ error: 'Too many open pages. Try again in 30 seconds.' })
  })
}
