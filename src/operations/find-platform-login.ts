import type { Entitlement } from '../domain/entitlement.ts'
import type { PlatformLogin } from '../domain/platform-login.ts'
import { findPasswordOf } from '../store/queries/canvas-people.ts'
import type { Deps } from './deps.ts'

/** The login on the learning platform that a sign-up brings. Null: none is set up, or the person came from an LMS. */
export const findPlatformLogin =
  ({ db, canvas }: Deps) =>
  async ({ bornBy, email, school, course }: Entitlement): Promise<PlatformLogin | null> => {
    if (!canvas || bornBy !== 'sign_up' || !email || !school.isHosted || course.canvasDomain !== canvas.host)
      return null
    return { email, password: await findPasswordOf(db, canvas.host, email) }
  }
