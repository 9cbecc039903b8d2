import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { listTeacherRecipients } from '#src/courses/courses.ts'
import { notifyTeachers } from '#src/courses/products.ts'
import type { Teacher } from '#src/courses/rules/join-course.ts'
import {
  type ContentMigration,
  hasEnded,
  isMoving,
  isWorthReading,
  stopReason,
  withListed,
  withProgress,
} from '#src/courses/rules/migration-progress.ts'
import { type Canvas, CanvasRefused, type ReadFailure } from './rules/canvas-port.ts'
import {
  type ClaimedCourse,
  claimCanvasCourse,
  deleteOtherMigrations,
  discoverCanvasCourses,
  findNextDue,
  saveCanvasCourse,
  saveCanvasTeachers,
  saveMigration,
  savePollFailure,
  savePollSuccess,
} from './store/canvas-courses.ts'

/** Timeout of a claim on a course. One call takes at most a minute, including retries. */
const CLAIM_MS = 3 * 60_000
const MAX_CALL_MS = 60_000
/** Idle courses are polled this many times less often. Staff may still start a copy in Canvas itself. */
const IDLE_FACTOR = 60

/** Polls one Canvas course that is due, which it claims from other processes. Returns false if none is. */
export const pollCanvasCourse = async (
  app: Needs<'canvas' | 'clock' | 'db' | 'jobs' | 'log' | 'migrationPollSeconds'>,
): Promise<boolean> => {
  const { canvas, db, clock } = app
  if (!canvas) return false
  const now = clock.now()
  const course = await claimCanvasCourse(db, { domain: canvas.host, now, until: new Date(now.getTime() + CLAIM_MS) })
  if (!course) return false
  const everyMs = app.migrationPollSeconds * 1000
  try {
    const moving = await pollMigrations(app, canvas, course, now)
    const next = new Date(now.getTime() + everyMs * (moving ? 1 : IDLE_FACTOR))
    await savePollSuccess(db, canvas.host, course.id, now, next)
  } catch (error) {
    app.log.warn({ err: error, canvasCourse: course.id }, 'Canvas course could not be polled')
    await savePollFailure(db, canvas.host, course.id, readFailureOf(error), now, everyMs)
  }
  return true
}

const readFailureOf = (error: unknown): ReadFailure => {
  if (!(error instanceof CanvasRefused)) return 'canvas_away'
  return error.status === 404 ? 'course_not_found' : 'canvas_refused'
}

export const nextCanvasPoll = async (app: Needs<'canvas' | 'clock' | 'db'>): Promise<Date | null> => {
  if (!app.canvas) return null
  await discoverCanvasCourses(app.db, app.canvas.host, app.clock.now())
  return findNextDue(app.db, app.canvas.host)
}

/** Reads the course's migrations and the progress of running ones. Returns true if any is still running. */
const pollMigrations = async (
  app: Needs<'clock' | 'db' | 'jobs'>,
  canvas: Canvas,
  course: ClaimedCourse,
  began: Date,
): Promise<boolean> => {
  const { db, clock } = app
  const place = { domain: canvas.host, id: course.id }
  const checkDeadline = () => {
    if (clock.now().getTime() > began.getTime() + CLAIM_MS - MAX_CALL_MS) throw new Error('the poll took too long')
  }
  const wasMoving = course.migrations.some(isMoving)
  if (!wasMoving) {
    await saveCanvasCourse(db, place, await canvas.readCourse(course.id))
    const teachers = await listTeachers(canvas, course.id)
    if (teachers) await saveCanvasTeachers(db, canvas.host, course.id, JSON.stringify(teachers))
  }
  const listed = await canvas.listMigrations(course.id)
  let moving = false
  const ended: ContentMigration[] = []
  for (const migration of listed) {
    checkDeadline()
    const before = course.migrations.find(m => m.id === migration.id)
    const known = withListed(migration, before)
    const seen = isWorthReading(known, before) ? await readProgress(canvas, course.id, known) : known
    moving ||= isMoving(seen)
    // Save ended migrations last, in one transaction with the messages. After a crash, the next poll repeats this.
    if (before && isMoving(before) && !isMoving(seen)) ended.push(seen)
    else await saveMigration(db, place, seen, clock.now())
  }
  await inTransaction(db, async tx => {
    for (const migration of ended) await saveMigration(tx, place, migration, clock.now())
    const [newest] = ended.filter(m => stopReason(m) === null)
    if (!newest || moving) return
    const key = `copy:${place.domain}:${place.id}:${newest.id}`
    const teachers = await listTeacherRecipients(tx, place)
    await notifyTeachers(tx, app.jobs, teachers, { key, copiedFrom: newest.sourceCourseName })
  })
  const kept = listed.map(m => m.id)
  await deleteOtherMigrations(db, canvas.host, course.id, kept)
  return moving
}

/** Returns null if our token may not list teachers. The stored teachers stay. */
const listTeachers = async (canvas: Canvas, courseId: string): Promise<Teacher[] | null> =>
  canvas.listTeachers(courseId).catch(error => {
    if (error instanceof CanvasRefused) return null
    throw error
  })

/** Reads the progress of a migration. If the progress has ended, reads the migration itself for its final state. */
const readProgress = async (canvas: Canvas, courseId: string, known: ContentMigration): Promise<ContentMigration> => {
  if (known.progressUrl === null) return known
  const progress = await canvas.readProgress(known.progressUrl)
  const seen = withProgress(known, progress)
  if (!hasEnded(progress) || !isMoving(known)) return seen
  const ended = await canvas.readMigration(courseId, known.id)
  return withListed(ended, seen)
}
