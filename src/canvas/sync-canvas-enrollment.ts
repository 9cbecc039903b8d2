import { getEntitlement } from '#src/access/store/entitlements.ts'
import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { courseName, courseUrl } from '#src/courses/rules/course.ts'
import { queueMessage } from '#src/messages/queue-message.ts'
import { CANVAS_CLAIM_MS, type CanvasLogin, findOrCreateCanvasUser } from './canvas-users.ts'
import { canvasMessages } from './rules/canvas-messages.ts'
import type { Canvas } from './rules/canvas-port.ts'
import {
  type CanvasTarget,
  claimCanvasEnrollment,
  findCanvasTarget,
  type KnownEnrollment,
  saveCanvasEnrollment,
  saveCanvasEnrollmentRequested,
} from './store/canvas-people.ts'

/**
 * Activates or deactivates a person's Canvas enrollment to match their access. Reads the current state, so jobs may run
 * late, twice or out of order. Throws if another process holds the claim, or if Canvas is not set up; the job then
 * retries, and staff see it.
 */
export const syncCanvasEnrollment = async (
  app: Needs<'canvas' | 'clock' | 'db' | 'jobs' | 'vault'>,
  entitlementId: number,
): Promise<void> => {
  const { canvas, db, clock } = app
  const now = clock.now()
  if (!canvas) {
    const waiting = await findCanvasTarget(db, { entitlementId, domain: null, now })
    if (waiting?.wanted) throw new Error(canvasMessages.notSetUp)
    return
  }
  const find = () => findCanvasTarget(db, { entitlementId, domain: canvas.host, now })
  if (!(await find())) return
  const claim = { entitlementId, now, until: new Date(now.getTime() + CANVAS_CLAIM_MS) }
  const known = await claimCanvasEnrollment(db, claim)
  if (!known) throw new Error('this enrollment is being synced by another process')
  let after: KnownEnrollment = known
  try {
    const place = await find()
    if (!place) return
    if (place.wanted && !(known.isActive && known.canvasEnrollmentId)) {
      const { canvasCourseId } = place
      const user = await findOrCreateCanvasUser(app, canvas, place)
      const found = await canvas.findEnrollment(canvasCourseId, user.id)
      if (!found?.active) await saveCanvasEnrollmentRequested(db, entitlementId)
      after = { ...known, isActive: true }
      const made = found?.active ? found : await canvas.enroll(canvasCourseId, user.id)
      after = { canvasEnrollmentId: made.id, isActive: true }
      await queueReadyMessage(app, place, user)
    } else if (!place.wanted && known.isActive) {
      const made = known.canvasEnrollmentId ?? (await findLostEnrollment(canvas, place))
      if (made) await canvas.inactivate(place.canvasCourseId, made)
      after = { ...known, isActive: false }
    }
  } finally {
    await saveCanvasEnrollment(db, { entitlementId, ...after, now })
  }
}

/** Notifies the person that the course is open in Canvas, once. */
const queueReadyMessage = async (
  app: Needs<'db' | 'jobs'>,
  { entitlementId, login }: CanvasTarget,
  user: CanvasLogin,
): Promise<void> => {
  const { name, language, course, school } = await getEntitlement(app.db, { id: entitlementId })
  await inTransaction(app.db, async tx => {
    await queueMessage(tx, app.jobs, `ready:${entitlementId}`, {
      kind: 'ready',
      recipient: login,
      name,
      language: language ?? 'en',
      course: courseName(course),
      school: school.name,
      courseUrl: courseUrl(course),
      login,
      password: user.password,
    })
  })
}

/** Finds an enrollment that was requested but whose response was lost. */
const findLostEnrollment = async (canvas: Canvas, { login, canvasCourseId }: CanvasTarget): Promise<string | null> => {
  const user = await canvas.findUser(login)
  return user ? ((await canvas.findEnrollment(canvasCourseId, user.id))?.id ?? null) : null
}
