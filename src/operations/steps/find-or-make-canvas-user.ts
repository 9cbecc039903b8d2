import type { Canvas } from '../../domain/canvas.ts'
import type { PasswordOf } from '../../domain/platform-login.ts'
import { type CanvasPlace, claimCanvasUser, saveCanvasUser, saveUserAsked } from '../../store/queries/canvas-people.ts'
import { findWaitingPassword } from '../../store/queries/sign-ups.ts'
import type { Deps } from '../deps.ts'

/** So long a claim holds: longer than all calls of one attempt take. */
export const CANVAS_CLAIM_MS = 3 * 60_000

export interface CanvasLogin {
  id: string
  password: PasswordOf
}

/**
 * The login of a person on the learning platform, found or made, once, however often and from however many processes it
 * is asked for. It is made with the password of the sign-up while that is kept; without one Canvas itself writes to the
 * person. A login that was there before keeps its password (rules.md D7).
 */
export const findOrMakeCanvasUser = async (
  { db, clock, vault }: Pick<Deps, 'db' | 'clock' | 'vault'>,
  canvas: Canvas,
  { enrollmentId, login, name }: Pick<CanvasPlace, 'enrollmentId' | 'login' | 'name'>,
): Promise<CanvasLogin> => {
  const domain = canvas.host
  const now = clock.now()
  const known = await claimCanvasUser(db, { domain, login, now, until: new Date(now.getTime() + CANVAS_CLAIM_MS) })
  if (!known) throw new Error('another process is making this login')
  let { canvasUserId, existed, chosen } = known
  try {
    if (canvasUserId === null) {
      const found = await canvas.findUser(login)
      const sealed = found ? null : await findWaitingPassword(db, enrollmentId, now)
      if (!found) {
        chosen = sealed !== null
        await saveUserAsked(db, { domain, login, chosen, now })
      }
      const wanted = { login, name, password: sealed && vault.open(sealed) }
      const user = found ?? (await canvas.createUser(wanted)) ?? (await canvas.findUser(login))
      if (!user) throw new Error('Canvas says that the login is taken, and does not show by whom')
      canvasUserId = user.id
      // Found although we asked for it before: it is ours, and only the answer was lost.
      existed = found !== null && !known.asked
    }
  } finally {
    await saveCanvasUser(db, { domain, login, canvasUserId, existed, chosen })
  }
  return { id: canvasUserId, password: existed ? 'kept' : chosen ? 'chosen' : 'asked' }
}
