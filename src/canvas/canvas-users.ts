import type { Entitlement } from '#src/access/rules/entitlement.ts'
import type { Needs } from '#src/context.ts'
import type { PasswordOf, PlatformLogin } from '#src/messages/rules/canvas-login.ts'
import { deletePassword, findWaitingPassword } from '#src/sign-up/store/sign-ups.ts'
import { type Canvas, CanvasRefused } from './rules/canvas-port.ts'
import {
  type CanvasTarget,
  claimCanvasUser,
  didCanvasUserExist,
  findCanvasTarget,
  findPasswordOrigin,
  saveCanvasUser,
  saveCanvasUserRequested,
} from './store/canvas-people.ts'

/** Timeout of a claim. Longer than all calls of one attempt together. */
export const CANVAS_CLAIM_MS = 3 * 60_000

export interface CanvasLogin {
  id: string
  password: PasswordOf
}

/**
 * Finds or creates a person's Canvas login. Idempotent and safe across processes. Uses the password from sign-up while
 * we still hold it; otherwise Canvas e-mails the person. An existing login keeps its password (docs/rules/sign-up.md).
 * Throws if another process holds the claim.
 */
export const findOrCreateCanvasUser = async (
  { db, clock, vault }: Needs<'clock' | 'db' | 'vault'>,
  canvas: Canvas,
  { entitlementId, login, name }: Pick<CanvasTarget, 'entitlementId' | 'login' | 'name'>,
): Promise<CanvasLogin> => {
  const domain = canvas.host
  const now = clock.now()
  const known = await claimCanvasUser(db, { domain, login, now, until: new Date(now.getTime() + CANVAS_CLAIM_MS) })
  if (!known) throw new Error('this login is being created by another process')
  let { canvasUserId, existed, chosen } = known
  try {
    if (canvasUserId === null) {
      const found = await canvas.findUser(login)
      const sealed = found ? null : await findWaitingPassword(db, entitlementId, now)
      if (!found) {
        chosen = sealed !== null
        await saveCanvasUserRequested(db, { domain, login, chosen, now })
      }
      const wanted = { login, name, password: sealed && vault.open(sealed) }
      const user = found ?? (await canvas.createUser(wanted)) ?? (await canvas.findUser(login))
      if (!user) throw new Error('Canvas reports the login as taken, but does not list its user')
      canvasUserId = user.id
      // A login found after we asked Canvas to create it is ours: only the response was lost.
      existed = found !== null && !known.asked
    }
  } finally {
    await saveCanvasUser(db, { domain, login, canvasUserId, existed, chosen })
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
  const place = canvas && (await findCanvasTarget(db, { entitlementId, domain: canvas.host, now: clock.now() }))
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

/**
 * Returns whether a person who signed up waits for a Canvas that is not set up here. Their enrollment is a waiting job.
 */
export const opensLater = ({ canvas }: Needs<'canvas'>, { createdVia, school, course }: Entitlement): boolean =>
  !canvas && createdVia === 'sign_up' && school.isHosted && course.canvasCourseId !== null

/** Returns the Canvas login of a person who signed up. Null for people from an LMS, or if Canvas is not configured. */
export const findPlatformLogin = async (
  { db, canvas }: Needs<'canvas' | 'db'>,
  { createdVia, email, school, course }: Entitlement,
): Promise<PlatformLogin | null> => {
  if (!canvas || createdVia !== 'sign_up' || !email || !school.isHosted || course.canvasDomain !== canvas.host)
    return null
  return { email, password: await findPasswordOrigin(db, canvas.host, email) }
}

/**
 * Returns the Canvas host if the person's login existed before sign-up and kept its password. Null if it did not, or if
 * that is not known yet.
 */
export const findExistingLogin = async (
  { db }: Needs<'db'>,
  { createdVia, email, course }: Entitlement,
): Promise<string | null> => {
  const { canvasDomain: domain } = course
  if (createdVia !== 'sign_up' || !email || !domain) return null
  return (await didCanvasUserExist(db, domain, email)) ? domain : null
}
