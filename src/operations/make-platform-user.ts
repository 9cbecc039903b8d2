import { CanvasRefused } from '../domain/canvas.ts'
import { savePasswordKept } from '../store/queries/canvas-people.ts'
import { dropPassword, takePasswordTry } from '../store/queries/sign-ups.ts'
import type { Deps } from './deps.ts'
import { findOrMakeCanvasUser } from './steps/find-or-make-canvas-user.ts'

const MOST_TRIES = 3

/**
 * Takes the password of a proved sign-up to the learning platform and forgets it (rules.md D7). Three tries within its
 * quarter of an hour; what could not be made by then is made without a password when the person is in, and Canvas lets
 * them choose one. A login that was there before keeps its own. Safe to run again at any time.
 */
export const makePlatformUser =
  (deps: Deps) =>
  async (signUpId: number): Promise<void> => {
    const { canvas, db, clock, vault } = deps
    const now = clock.now()
    const waiting = canvas && (await takePasswordTry(db, { id: signUpId, now, most: MOST_TRIES }))
    if (!waiting) return dropPassword(db, signUpId)
    const { email: login, name, sealedPassword, last } = waiting
    try {
      const { made } = await findOrMakeCanvasUser(deps, canvas, { login, name, password: vault.open(sealedPassword) })
      if (!made) await savePasswordKept(db, canvas.host, login, now)
    } catch (err) {
      if (!last && !(err instanceof CanvasRefused)) throw err
      deps.log.warn({ err, signUp: signUpId }, 'a login could not be made with its password')
    }
    await dropPassword(db, signUpId)
  }
