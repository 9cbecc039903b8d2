import { type Canvas, CanvasRefused } from '../domain/canvas.ts'
import { canvasMessages } from '../domain/canvas-messages.ts'
import {
  type ContentMigration,
  hasEnded,
  isMoving,
  isWorthReading,
  stopReason,
  withListed,
  withProgress,
} from '../domain/migration-progress.ts'
import {
  type ClaimedCourse,
  claimCanvasCourse,
  deleteOtherMigrations,
  discoverCanvasCourses,
  findNextDue,
  saveCanvasCourse,
  saveMigration,
  savePolled,
  saveProblem,
} from '../store/queries/canvas-courses.ts'
import { listTeachersToTell } from '../store/queries/join-courses.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { tellTeachers } from './steps/tell-teachers.ts'

/** So long a course belongs to the process that looks at it; a call takes at most a minute, with all its pauses. */
const CLAIM_MS = 3 * 60_000
const MOST_CALL_MS = 60_000
/** A course where nothing moves is looked at again after so many of the usual times: somebody may copy in Canvas itself. */
const IDLE_TIMES = 60

/**
 * Looks at one course of the learning platform that is due (spec §4, Course completion). False: none is. Any number of
 * processes may call it at once: each course is looked at by one of them.
 */
export const pollCanvasCourse = (deps: Deps) => async (): Promise<boolean> => {
  const { canvas, db, clock } = deps
  if (!canvas) return false
  const now = clock.now()
  const course = await claimCanvasCourse(db, { domain: canvas.host, now, until: new Date(now.getTime() + CLAIM_MS) })
  if (!course) return false
  const place = { domain: canvas.host, id: course.id }
  const everyMs = deps.settings.migrationPollSeconds * 1000
  try {
    const moving = await look(deps, canvas, course, now)
    const next = new Date(now.getTime() + everyMs * (moving ? 1 : IDLE_TIMES))
    await savePolled(db, place, { now, next })
  } catch (error) {
    const refused = error instanceof CanvasRefused
    const problem =
      refused && error.status === 404
        ? canvasMessages.courseUnknown
        : refused
          ? canvasMessages.refused
          : canvasMessages.away
    deps.log.warn({ err: error, canvasCourse: course.id }, 'a Canvas course could not be looked at')
    await saveProblem(db, place, { problem, now, baseMs: everyMs })
  }
  return true
}

/** Takes in new courses, and says when the next one is due; null: there is none. */
export const nextCanvasPoll = (deps: Deps) => async (): Promise<Date | null> => {
  if (!deps.canvas) return null
  await discoverCanvasCourses(deps.db, deps.canvas.host, deps.clock.now())
  return findNextDue(deps.db, deps.canvas.host)
}

/** One look: the list, then the progress of what moves. Answers whether anything still does. */
const look = async (deps: Deps, canvas: Canvas, course: ClaimedCourse, began: Date): Promise<boolean> => {
  const { db, clock } = deps
  const place = { domain: canvas.host, id: course.id }
  const inTime = () => {
    if (clock.now().getTime() > began.getTime() + CLAIM_MS - MOST_CALL_MS) throw new Error('the look took too long')
  }
  const wasMoving = course.migrations.some(isMoving)
  if (!wasMoving) await saveCanvasCourse(db, place, await canvas.readCourse(course.id))
  const listed = await canvas.listMigrations(course.id)
  let moving = false
  const ended: ContentMigration[] = []
  for (const migration of listed) {
    inTime()
    const before = course.migrations.find(m => m.id === migration.id)
    const known = withListed(migration, before)
    const seen = isWorthReading(known, before) ? await readOn(canvas, course.id, known) : known
    moving ||= isMoving(seen)
    // What ended since the last look is written last, with what follows from it: a process that dies before looks again.
    if (before && isMoving(before) && !isMoving(seen)) ended.push(seen)
    else await saveMigration(db, place, seen, clock.now())
  }
  await inTransaction(db, async tx => {
    for (const migration of ended) await saveMigration(tx, place, migration, clock.now())
    const [newest] = ended.filter(m => stopReason(m) === null)
    if (!newest || moving) return
    const key = `copy:${place.domain}:${place.id}:${newest.id}`
    const teachers = await listTeachersToTell(tx, place)
    await tellTeachers(tx, deps.jobs, teachers, { key, copiedFrom: newest.sourceCourseName })
  })
  await deleteOtherMigrations(
    db,
    place,
    listed.map(m => m.id),
  )
  return moving
}

/** Progress is read again below 100; when it says that all is over, the migration itself is asked how it ended. */
const readOn = async (canvas: Canvas, courseId: string, known: ContentMigration): Promise<ContentMigration> => {
  if (known.progressUrl === null) return known
  const progress = await canvas.readProgress(known.progressUrl)
  const seen = withProgress(known, progress)
  if (!hasEnded(progress) || !isMoving(known)) return seen
  const ended = await canvas.readMigration(courseId, known.id)
  return withListed(ended, seen)
}
