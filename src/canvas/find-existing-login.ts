import type { Entitlement } from '#src/access/rules/entitlement.ts'
import { didCanvasUserExist } from './store/canvas-people.ts'
import type { App } from "#src/context.ts";

/**
 * Returns the Canvas host if the person's login existed before sign-up and kept its password. Null if it did not, or if
 * that is not known yet.
 */
export const findExistingLogin =
  async ({ db }: App, { createdVia, email, course }: Entitlement): Promise<string | null> => {
    const { canvasDomain: domain } = course
    if (createdVia !== 'sign_up' || !email || !domain) return null
    return (await didCanvasUserExist(db, domain, email)) ? domain : null
  }
