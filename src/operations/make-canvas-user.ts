import { CanvasRefused } from '../domain/canvas.ts'
import { findCanvasPlace } from '../store/queries/canvas-people.ts'
import { dropPassword } from '../store/queries/sign-ups.ts'
import type { Deps } from './deps.ts'
import { findOrMakeCanvasUser } from './steps/find-or-make-canvas-user.ts'

const PASSWORD_TRIES = 3

/**
 * Makes the login of a person right after they proved their address, with the password they chose (rules.md D7). Safe to
 * call twice and at once. Where the course is not on our learning platform nothing is made, and the password goes. So it
 * does when Canvas still refuses at the third try: then Canvas asks the person for another.
 */
export const makeCanvasUser =
  (deps: Deps) =>
  async ({ signUpId, enrollmentId }: { signUpId: number; enrollmentId: number }, failures = 0): Promise<void> => {
    const { canvas, db, clock } = deps
    const place = canvas && (await findCanvasPlace(db, { enrollmentId, domain: canvas.host, now: clock.now() }))
    if (place) {
      const make = () => findOrMakeCanvasUser(deps, canvas, place)
      await make().catch(async error => {
        if (!isAboutFields(error) || failures + 1 < PASSWORD_TRIES) throw error
        await dropPassword(db, signUpId)
        await make()
      })
    }
    await dropPassword(db, signUpId)
  }

/** Canvas read what we sent and does not like it; a token that it does not know says nothing about a password. */
const isAboutFields = (error: unknown): boolean => error instanceof CanvasRefused && [400, 422].includes(error.status)
