import { setTimeout as pause } from 'node:timers/promises'
import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { type ContentMigration, isMoving } from '#src/courses/rules/migration-progress.ts'
import { type Canvas, CanvasRefused } from './rules/canvas-port.ts'
import type { CopyRefused } from './rules/course-content.ts'
import { claimKnownCourse, releaseCourse, saveMigration } from './store/canvas-courses.ts'
import { findBlueprints } from './store/course-content.ts'

interface StartCopy {
  courseId: string
  sourceCourseId: string
  by: Staff
}

type CopyStarted = { ok: true } | CopyRefused

const CLAIM_MS = 60_000
/** A poll claims the course only briefly. Wait for it, so that it does not miss this copy. */
const [MAX_ATTEMPTS, PAUSE_MS] = [40, 250]

/** Starts copying a blueprint course into a course in Canvas. Concurrent calls start one copy. */
export const startCopy = async (
  app: Needs<'canvas' | 'canvasPoller' | 'clock' | 'db' | 'log'>,
  { courseId, sourceCourseId, by }: StartCopy,
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
    await releaseCourse(db, place, app.clock.now())
    app.canvasPoller.wake()
  }
}

interface Place {
  domain: string
  id: string
}

const claimWithRetry = async ({ db, clock }: Needs<'clock' | 'db'>, place: Place) => {
  for (let tries = 1; ; tries++) {
    const now = clock.now()
    const claimed = await claimKnownCourse(db, place, { now, until: new Date(now.getTime() + CLAIM_MS) })
    if (claimed !== 'busy' || tries === MAX_ATTEMPTS) return claimed
    await pause(PAUSE_MS)
  }
}

interface Begin {
  place: Place
  source: { id: string; name: string }
  by: Staff
}

const isCopying = (migrations: ContentMigration[], source: { name: string }): boolean =>
  migrations.some(m => isMoving(m) && m.sourceCourseName === source.name)

const begin = async (
  app: Needs<'clock' | 'db' | 'log'>,
  canvas: Canvas,
  { place, source, by }: Begin,
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
      await recordAudit(tx, {
        by,
        action: 'start-copy',
        subject,
        after: { copiedFrom: source.name, migration: migration.id },
        now,
      })
    })
    return { ok: true }
  } catch (error) {
    if (error instanceof CanvasRefused) return { ...refuse('canvas_refused'), answer: error.message }
    app.log.warn({ err: error, canvasCourse: place.id }, 'copy could not be started')
    return refuse('canvas_away')
  }
}
