import type { Entitlement } from '#src/access/rules/entitlement.ts'
import type { PlatformLogin } from '#src/messages/rules/canvas-login.ts'
import { findPasswordOrigin } from './store/canvas-people.ts'
import type { App } from "#src/context.ts";

/**
 * Returns whether a person who signed up waits for a Canvas that is not set up here. Their enrollment is a waiting job.
 */
export const opensLater =
  ({ canvas }: App, { createdVia, school, course }: Entitlement): boolean =>
    !canvas && createdVia === 'sign_up' && school.isHosted && course.canvasCourseId !== null

/** Returns the Canvas login of a person who signed up. Null for people from an LMS, or if Canvas is not configured. */
export const findPlatformLogin =
  async ({ db, canvas }: App, { createdVia, email, school, course }: Entitlement): Promise<PlatformLogin | null> => {
    if (!canvas || createdVia !== 'sign_up' || !email || !school.isHosted || course.canvasDomain !== canvas.host)
      return null
    return { email, password: await findPasswordOrigin(db, canvas.host, email) }
  }
