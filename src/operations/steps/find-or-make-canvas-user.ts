import type { Canvas } from '../../domain/canvas.ts'
import { claimCanvasUser, saveCanvasUser, saveUserAsked } from '../../store/queries/canvas-people.ts'
import type { Deps } from '../deps.ts'

/** So long a claim holds: longer than all calls of one attempt take. */
export const CANVAS_CLAIM_MS = 3 * 60_000

export interface Wanted {
  login: string
  name: string
  /** Null: Canvas writes to the person to choose one. */
  password: string | null
}

/**
 * The login of a person on the learning platform, found or made, once, however often and from however many processes it
 * is asked for. One that was there before keeps its password (rules.md D7); `existed` says so, and `made` that this call
 * made it, with the password that was given.
 */
export const findOrMakeCanvasUser = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  canvas: Canvas,
  { login, name, password }: Wanted,
): Promise<{ id: string; existed: boolean; made: boolean }> => {
  const domain = canvas.host
  const now = clock.now()
  const known = await claimCanvasUser(db, { domain, login, now, until: new Date(now.getTime() + CANVAS_CLAIM_MS) })
  if (!known) throw new Error('another process is making this login')
  let { canvasUserId, existed } = known
  try {
    if (canvasUserId === null) {
      const found = await canvas.findUser(login)
      if (!found) await saveUserAsked(db, domain, login, now)
      const user = found ?? (await canvas.createUser({ login, name, password })) ?? (await canvas.findUser(login))
      if (!user) throw new Error('Canvas says that the login is taken, and does not show by whom')
      canvasUserId = user.id
      // Found although we asked for it before: it is ours, and only the answer was lost.
      existed = found !== null && !known.asked
    }
  } finally {
    await saveCanvasUser(db, { domain, login, canvasUserId, existed })
  }
  return { id: canvasUserId, existed, made: known.canvasUserId === null && !existed }
}
