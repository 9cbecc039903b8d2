import type { CopyRefused } from './rules/course-content.ts'

export const contentStatus: Record<CopyRefused['reason'], number> = {
  canvas_not_set_up: 409,
  blueprint_required: 422,
  course_not_found: 404,
  course_busy: 409,
  copy_running: 409,
  canvas_refused: 502,
  canvas_away: 502,
}
