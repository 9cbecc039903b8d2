import { type Blueprint, type ShownCourse, showCourses } from '../domain/course-content.ts'
import { findBlueprints, listPlatformCourses } from '../store/queries/course-content.ts'
import type { Deps } from './deps.ts'
import { readBlueprints } from './steps/read-blueprints.ts'

const MOST = 500

/** The courses of our learning platform and how far their copies are. Null: none is set up. */
export const listCourseContent =
  ({ canvas, db }: Deps) =>
  async (search: string): Promise<ShownCourse[] | null> =>
    canvas && showCourses(await listPlatformCourses(db, { domain: canvas.host, search: search.trim(), most: MOST }))

const FRESH_MS = 10 * 60_000

/** The courses that content is copied from, as the platform tells them, or told them last. */
export const listBlueprints = (deps: Deps) => async (): Promise<Blueprint[]> => {
  const { canvas, db, clock } = deps
  if (!canvas) return []
  const known = await findBlueprints(db, canvas.host)
  if (known && clock.now().getTime() - known.readAt.getTime() < FRESH_MS) return known.blueprints
  try {
    return await readBlueprints(deps, canvas)
  } catch (err) {
    deps.log.warn({ err }, 'the blueprint courses could not be read')
    return known?.blueprints ?? []
  }
}
