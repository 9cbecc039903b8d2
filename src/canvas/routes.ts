import type { Log } from '#src/core/log.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { makeEventStreams } from '#src/http/event-stream.ts'
import { type JsonScope, makeRefuser } from '#src/http/json-calls.ts'
import { paths } from '#views/paths.ts'
import { contentEventsCall, contentStatus } from './contract.ts'
import type { CanvasModule } from './index.ts'
import { contentRefusals } from './rules/course-content.ts'

const refused = makeRefuser(contentStatus, contentRefusals)

const STREAMS = { maxOpen: 50, pollMs: 1000, maxPolls: 600 }
const MAX_SEARCH = 100

interface CanvasCallsDeps {
  canvas: Pick<CanvasModule, 'listCourseContent'>
  log: Log
}

/** Mounts the staff call that streams the progress of content copies, so that the page updates itself. */
export const mountCanvasCalls = (scope: JsonScope, { canvas, log }: CanvasCallsDeps): void => {
  const streams = makeEventStreams(scope, { ...STREAMS, log })
  scope.get(paths.contentEvents, { schema: contentEventsCall }, async (request, reply) => {
    const search = request.query.search.slice(0, MAX_SEARCH)
    const isOpen = streams.open(reply, 'courses', async () => JSON.stringify(await canvas.listCourseContent(search)))
    if (isOpen) return
    return refused(reply.header('retry-after', '30'), refuse('too_many_streams'))
  })
}
