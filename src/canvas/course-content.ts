import { setTimeout as pause } from 'node:timers/promises'
import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { withTimeout } from '#src/core/clock.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { type ContentMigration, isMoving } from '#src/courses/rules/migration-progress.ts'
import { type Canvas, CanvasRefused } from './rules/canvas-port.ts'
import { type Blueprint, type CopyRefused, type ShownCourse, showCourses } from './rules/course-content.ts'
import {
  claimKnownCourse,
  findBlueprints,
  listPlatformCourses,
  type Place,
  releaseCourse,
  saveBlueprints,
  saveMigration,
} from './store/canvas-courses.ts'

const TIMEOUT_MS = 5000

/** Reads the blueprint courses from Canvas and caches them. Throws after a timeout, because a page is waiting. */
const readBlueprints = ({ db, clock }: Needs<'clock' | 'db'>, canvas: Canvas): Promise<Blueprint[]> =>
  withTimeout(TIMEOUT_MS, async () => {
    const blueprints = (await canvas.listBlueprints()).map(({ id, name, courseCode }) => ({ id, name, courseCode }))
    await saveBlueprints(db, canvas.host, JSON.stringify(blueprints), clock.now())
    return blueprints
  })

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

type CopyStarted = { ok: true } | CopyRefused

const CLAIM_MS = 60_000
/** A poll claims the course only briefly. Wait for it, so that it does not miss this copy. */
const [MAX_ATTEMPTS, PAUSE_MS] = [40, 250]

/** Starts copying a blueprint course into a course in Canvas. Concurrent calls start one copy. */
export const startCopy = async (
  app: Needs<'canvas' | 'canvasPoller' | 'clock' | 'db' | 'log'>,
  { courseId, sourceCourseId, by }: { courseId: string; sourceCourseId: string; by: Staff },
): Promise<CopyStarted> => {
  demand(by, 'change')
  const { canvas, db } = app
  if (!canvas) return refuse('canvas_not_set_up')
  const known = await findBlueprints(db, canvas.host)
  const source = known?.blueprints.find(b => b.id === sourceCourseId)
  if (!source) return refuse('blueprint_required')
  const place = { domain: canvas.host, id: courseId }
  const course = await claimWithRetry(app, place)
  if (course === null) return refuse('course_not_found')
  if (course === 'busy') return refuse('course_busy')
  try {
    if (isCopying(course.migrations, source)) return { ...refuse('copy_running'), source: source.name }
    return await begin(app, canvas, { place, source, by })
  } finally {
    await releaseCourse(db, canvas.host, courseId, app.clock.now())
    app.canvasPoller.wake()
  }
}

const claimWithRetry = async ({ db, clock }: Needs<'clock' | 'db'>, place: Place) => {
  for (let tries = 1; ; tries++) {
    const now = clock.now()
    const claimed = await claimKnownCourse(db, place, { now, until: new Date(now.getTime() + CLAIM_MS) })
    if (claimed !== 'busy' || tries === MAX_ATTEMPTS) return claimed
    await pause(PAUSE_MS)
  }
}

const isCopying = (migrations: ContentMigration[], source: Blueprint): boolean =>
  migrations.some(m => isMoving(m) && m.sourceCourseName === source.name)

const begin = async (
  app: Needs<'clock' | 'db' | 'log'>,
  canvas: Canvas,
  { place, source, by }: { place: Place; source: Blueprint; by: Staff },
): Promise<CopyStarted> => {
  const now = app.clock.now()
  try {
    // An earlier press may have started it, and its answer was lost.
    if (isCopying(await canvas.listMigrations(place.id), source))
      return { ...refuse('copy_running'), source: source.name }
    const migration = await canvas.startCopy(place.id, source.id)
    await inTransaction(app.db, async tx => {
      await saveMigration(tx, place, { ...migration, sourceCourseName: source.name }, now)
      const subject = { kind: 'canvas-course', key: place.id } as const
      const after = { copiedFrom: source.name, migration: migration.id }
      await recordAudit(tx, { by, action: 'start-copy', subject, after, now })
    })
    return { ok: true }
  } catch (error) {
    if (error instanceof CanvasRefused) return { ...refuse('canvas_refused'), answer: error.message }
    app.log.warn({ err: error, canvasCourse: place.id }, 'copy could not be started')
    return refuse('canvas_away')
  }
}
