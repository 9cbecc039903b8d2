import type { Needs } from '#src/context.ts'
import { readBlueprints } from './read-blueprints.ts'
import { type Blueprint, type ShownCourse, showCourses } from './rules/course-content.ts'
import { findBlueprints, listPlatformCourses } from './store/course-content.ts'

const MAX_ROWS = 500

/** Lists courses in our Canvas with the progress of their content copies. Null if Canvas is not configured. */
export const listCourseContent = async (
  { canvas, db }: Needs<'canvas' | 'db'>,
  search: string,
): Promise<ShownCourse[] | null> =>
  canvas && showCourses(await listPlatformCourses(db, { domain: canvas.host, search: search.trim(), most: MAX_ROWS }))

const CACHE_MS = 10 * 60_000

/** Lists the blueprint courses to copy from, cached for a while. Falls back to the cache if Canvas does not answer. */
export const listBlueprints = async (app: Needs<'canvas' | 'clock' | 'db' | 'log'>): Promise<Blueprint[]> => {
  const { canvas, db, clock } = app
  if (!canvas) return []
  const known = await findBlueprints(db, canvas.host)
  if (known && clock.now().getTime() - known.readAt.getTime() < CACHE_MS) return known.blueprints
  try {
    return await readBlueprints(app, canvas)
  } catch (err) {
    app.log.warn({ err }, 'blueprint courses could not be read')
    return known?.blueprints ?? []
  }
}
