import type { PasswordOf } from '#src/messages/rules/canvas-login.ts'
import type { Canvas } from './rules/canvas-port.ts'
import { type CanvasTarget, claimCanvasUser, saveCanvasUser, saveCanvasUserRequested } from './store/canvas-people.ts'
import { findWaitingPassword } from "#src/sign-up/store/sign-ups.ts";
import type { App } from "#src/context.ts";

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
  { db, clock, vault }: App,
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
