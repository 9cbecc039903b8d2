import { findCanvasPlace } from '../store/queries/canvas-people.ts'
import { dropPassword } from '../store/queries/sign-ups.ts'
import type { Deps } from './deps.ts'
import { findOrMakeCanvasUser } from './steps/find-or-make-canvas-user.ts'

/**
 * Makes the login of a person right after they proved their address, with the password they chose (rules.md D7). Safe to
 * call twice and at once. Where the course is not on our learning platform nothing is made, and the password goes.
 */
export const makeCanvasUser =
  (deps: Deps) =>
  async ({ signUpId, enrollmentId }: { signUpId: number; enrollmentId: number }): Promise<void> => {
    const { canvas, db, clock } = deps
    const place = canvas && (await findCanvasPlace(db, { enrollmentId, domain: canvas.host, now: clock.now() }))
    if (place) await findOrMakeCanvasUser(deps, canvas, place)
    await dropPassword(db, signUpId)
  }
