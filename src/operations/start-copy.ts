import { setTimeout as pause } from 'node:timers/promises'
import { type Canvas, CanvasRefused } from '../domain/canvas.ts'
import { canvasMessages } from '../domain/canvas-messages.ts'
import { copyMessages } from '../domain/course-content.ts'
import { isMoving } from '../domain/migration-progress.ts'
import { demand, type Staff } from '../domain/staff.ts'
import { claimKnownCourse, releaseCourse, saveMigration } from '../store/queries/canvas-courses.ts'
import { findBlueprints } from '../store/queries/course-content.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { recordAudit } from './steps/record-audit.ts'

export interface StartCopy {
  courseId: string
  sourceCourseId: string
  by: Staff
}

export type CopyStarted = { kind: 'begun' } | { kind: 'refused'; status: 404 | 409 | 422 | 502; message: string }

const CLAIM_MS = 60_000
/** A poll claims the course only briefly. Wait for it, so that it does not miss this copy. */
const [MAX_ATTEMPTS, PAUSE_MS] = [40, 250]

const refused = (status: 404 | 409 | 422 | 502, message: string): CopyStarted => ({ kind: 'refused', status, message })

/** Starts copying a blueprint course into a course in Canvas. Concurrent calls start one copy. */
export const startCopy =
  (deps: Deps) =>
  async ({ courseId, sourceCourseId, by }: StartCopy): Promise<CopyStarted> => {
    demand(by, 'change')
    const { canvas, db } = deps
    if (!canvas) return refused(409, canvasMessages.notSetUp)
    const known = await findBlueprints(db, canvas.host)
    const source = known?.blueprints.find(b => b.id === sourceCourseId)
    if (!source) return refused(422, copyMessages.noBlueprint)
    const place = { domain: canvas.host, id: courseId }
    const course = await claimWithRetry(deps, place)
    if (course === null) return refused(404, copyMessages.courseUnknown)
    if (course === 'busy') return refused(409, copyMessages.busy)
    try {
      if (course.migrations.some(m => isMoving(m) && m.sourceCourseName === source.name))
        return refused(409, copyMessages.underWay(source.name))
      return await begin(deps, canvas, { place, source, by })
    } finally {
      await releaseCourse(db, place, deps.clock.now())
      deps.wakePolls()
    }
  }

interface Place {
  domain: string
  id: string
}

const claimWithRetry = async ({ db, clock }: Deps, place: Place) => {
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

const begin = async (deps: Deps, canvas: Canvas, { place, source, by }: Begin): Promise<CopyStarted> => {
  const now = deps.clock.now()
  try {
    const migration = await canvas.startCopy(place.id, source.id)
    await inTransaction(deps.db, async tx => {
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
    return { kind: 'begun' }
  } catch (error) {
    if (error instanceof CanvasRefused) return refused(502, copyMessages.refused(error.message))
    deps.log.warn({ err: error, canvasCourse: place.id }, 'copy could not be started')
    return refused(502, copyMessages.away)
  }
}
