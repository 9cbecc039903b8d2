import { type Statuses, withStatus } from '#src/core/rules/outcome.ts'
import type { CopyRefused } from './rules/course-content.ts'

export const contentStatus: Statuses<CopyRefused['reason']> = {
  course_not_found: 404,
  ...withStatus(409, 'canvas_not_set_up', 'course_busy', 'copy_running'),
  canvas_refused: 502,
  canvas_away: 502,
}
