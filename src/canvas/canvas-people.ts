import { getEntitlement } from '#src/access/entitlements.ts'
import { type Entitlement, hasAccess } from '#src/access/rules/entitlement.ts'
import { deletePassword, findWaitingPassword } from '#src/accounts/sign-ups.ts'
import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { courseName, courseUrl } from '#src/courses/rules/course.ts'
import { queueMessage } from '#src/messages/messages.ts'
import type { PasswordOf, PlatformLogin } from '#src/messages/rules/message.ts'
import type { OpensLater } from '#src/payments/rules/pay-page.ts'
import { type Canvas, CanvasRefused, canvasMessages } from './rules/canvas-port.ts'
import {
  type CanvasTarget,
  claimCanvasEnrollment,
  claimCanvasUser,
  didCanvasUserExist,
  findCanvasTarget,
  findPasswordOrigin,
  isEndedInCanvas,
  type KnownEnrollment,
  saveCanvasEnrollment,
  saveCanvasEnrollmentRequested,
  saveCanvasUser,
  saveCanvasUserRequested,
} from './store/canvas-people.ts'

/** Timeout of a claim. Longer than all calls of one attempt together. */
const CANVAS_CLAIM_MS = 3 * 60_000

interface CanvasLogin {
  id: string
  password: PasswordOf
}

/**
 * Finds or creates a person's Canvas login. Idempotent and safe across processes. Uses the password from sign-up while
 * we still hold it; otherwise Canvas e-mails the person. An existing login keeps its password (docs/rules/sign-up.md).
 * Throws if another process holds the claim.
 */
const findOrCreateCanvasUser = async (
  { db, clock, vault }: Needs<'clock' | 'db' | 'vault'>,
  canvas: Canvas,
  { entitlementId, login, name }: Pick<CanvasTarget, 'entitlementId' | 'login' | 'name'>,
): Promise<CanvasLogin> => {
  const domain = canvas.host
  const now = clock.now()
  const known = await claimCanvasUser(db, domain, login, now, new Date(now.getTime() + CANVAS_CLAIM_MS))
  if (!known) throw new Error('this login is being created by another process')
  let { canvasUserId, existed, chosen } = known
  try {
    if (canvasUserId === null) {
      const found = await canvas.findUser(login)
      const sealed = found ? null : await findWaitingPassword(db, entitlementId, now)
      if (!found) {
        chosen = sealed !== null
        await saveCanvasUserRequested(db, domain, login, now, chosen)
      }
      const wanted = { login, name, password: sealed && vault.open(sealed) }
      canvasUserId = found ?? (await canvas.createUser(wanted)) ?? (await canvas.findUser(login))
      if (canvasUserId === null) throw new Error('Canvas reports the login as taken, but does not list its user')
      // A login found after we asked Canvas to create it is ours: only the response was lost.
      existed = found !== null && !known.asked
    }
  } finally {
    await saveCanvasUser(db, domain, login, canvasUserId, existed, chosen)
  }
  return { id: canvasUserId, password: existed ? 'kept' : chosen ? 'chosen' : 'asked' }
}

const PASSWORD_TRIES = 3

/**
 * Creates a person's Canvas login after they verified their e-mail, with the password they chose, and then deletes the
 * password. If Canvas refuses three times, retries once without the password, and Canvas asks the person for one.
 * Idempotent. Creates nothing if the course is not in our Canvas.
 */
export const createCanvasUser = async (
  app: Needs<'canvas' | 'clock' | 'db' | 'vault'>,
  { signUpId, entitlementId }: { signUpId: number; entitlementId: number },
  failures = 0,
): Promise<void> => {
  const { canvas, db, clock } = app
  const place = canvas && (await findCanvasTarget(db, entitlementId, canvas.host, clock.now()))
  if (place) {
    const make = () => findOrCreateCanvasUser(app, canvas, place)
    await make().catch(async error => {
      if (!isFieldError(error) || failures + 1 < PASSWORD_TRIES) throw error
      await deletePassword(db, signUpId)
      await make()
    })
  }
  await deletePassword(db, signUpId)
}

/** Returns true if Canvas rejected the fields we sent. A rejected API token (401) must not drop the password. */
const isFieldError = (error: unknown): boolean => error instanceof CanvasRefused && [400, 422].includes(error.status)

/** Returns why a person with access cannot open their course yet: Canvas is not set up, or the course ended there. */
export const opensLater = async (
  { canvas, db }: Needs<'canvas' | 'db'>,
  entitlement: Entitlement,
): Promise<OpensLater | null> => {
  const { createdVia, school, course } = entitlement
  if (createdVia !== 'sign_up' || !school.isHosted || course.canvasCourseId === null) return null
  if (!canvas) return 'not_set_up'
  return hasAccess(entitlement) && (await isEndedInCanvas(db, entitlement.id)) ? 'ended' : null
}

/** Returns the Canvas login of a person who signed up. Null for people from an LMS, or if Canvas is not configured. */
export const findPlatformLogin = async (
  { db, canvas }: Needs<'canvas' | 'db'>,
  { createdVia, email, school, course }: Entitlement,
): Promise<PlatformLogin | null> => {
  if (!canvas || createdVia !== 'sign_up' || !email || !school.isHosted || course.canvasDomain !== canvas.host)
    return null
  return { email, password: await findPasswordOrigin(db, canvas.host, email) }
}

/** Returns the Canvas host if the person's login existed before sign-up; null if it did not, or we do not know yet. */
export const findExistingLogin = async (
  { db }: Needs<'db'>,
  { createdVia, email, course }: Entitlement,
): Promise<string | null> => {
  const { canvasDomain: domain } = course
  if (createdVia !== 'sign_up' || !email || !domain) return null
  return (await didCanvasUserExist(db, domain, email)) ? domain : null
}

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
    const waiting = await findCanvasTarget(db, entitlementId, null, now)
    if (waiting?.wanted) throw new Error(canvasMessages.notSetUp)
    return
  }
  const find = () => findCanvasTarget(db, entitlementId, canvas.host, now)
  if (!(await find())) return
  const known = await claimCanvasEnrollment(db, entitlementId, now, new Date(now.getTime() + CANVAS_CLAIM_MS))
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
    await saveCanvasEnrollment(db, entitlementId, after.canvasEnrollmentId, after.isActive, now)
  }
}

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
  const userId = await canvas.findUser(login)
  return userId ? ((await canvas.findEnrollment(canvasCourseId, userId))?.id ?? null) : null
}
