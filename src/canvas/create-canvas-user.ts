import { findOrCreateCanvasUser } from './find-or-create-canvas-user.ts'
import { CanvasRefused } from './rules/canvas-port.ts'
import { findCanvasTarget } from './store/canvas-people.ts'
import { deletePassword } from "#src/sign-up/store/sign-ups.ts";
import type { App } from "#src/context.ts";

const PASSWORD_TRIES = 3

/**
 * Creates a person's Canvas login after they verified their e-mail, with the password they chose, and then deletes the
 * password. If Canvas refuses three times, retries once without the password, and Canvas asks the person for one.
 * Idempotent. Creates nothing if the course is not in our Canvas.
 */
export const createCanvasUser =
  async (app: App, { signUpId, entitlementId }: { signUpId: number; entitlementId: number }, failures = 0): Promise<void> => {
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
