import type { FastifyInstance } from 'fastify'
import type { Log } from '#src/core/log.ts'
import { makeEventStreams } from '#src/http/event-stream.ts'
import type { Modules } from '#src/modules.ts'
import { paths } from '#views/paths.ts'

const STREAMS = { maxOpen: 50, pollMs: 1000, maxPolls: 600 }

/** Streams the progress of content migrations, so that the staff page updates itself. */
export const mountContentEvents = (scope: FastifyInstance, modules: Modules, log: Log): void => {
  const streams = makeEventStreams(scope, { ...STREAMS, log })
  scope.get<{ Querystring: { search?: string } }>(paths.contentEvents, async (request, reply) => {
    const { search } = request.query
    const typed = typeof search === 'string' ? search.slice(0, 100) : ''
    const opened = streams.open(reply, 'courses', async () =>
      JSON.stringify(await modules.canvas.listCourseContent(typed)),
    )
    return opened
      ? undefined
      : reply.code(503).header('retry-after', '30').send({ error: 'Too many open pages. Try again in 30 seconds.' })
  })
}
