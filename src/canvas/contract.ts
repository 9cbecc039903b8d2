import * as z from 'zod'
import { Problem } from '#src/core/rules/problem.ts'
import { streamStatus } from '#src/core/rules/stream.ts'
import type { CopyRefused } from './rules/course-content.ts'

/** HTTP statuses of the reasons to refuse. */
export const contentStatus: Record<CopyRefused['reason'] | 'too_many_streams', number> = {
  canvas_not_set_up: 409,
  blueprint_required: 422,
  course_not_found: 404,
  course_busy: 409,
  copy_running: 409,
  canvas_refused: 502,
  canvas_away: 502,
  ...streamStatus,
}

export const contentEventsCall = {
  tags: ['Canvas'],
  summary: 'Streams the progress of content copies as server-sent events, for our own page.',
  querystring: z.object({ search: z.string().catch('') }),
  response: { 200: { content: { 'text/event-stream': { schema: z.string() } } }, '4xx': Problem, '5xx': Problem },
}
