import type { Entitlement } from '../domain/entitlement.ts'
import { findUserExisted } from '../store/queries/canvas-people.ts'
import type { Deps } from './deps.ts'

/**
 * Where a person who signed up had a login before, whose password we left as it was (rules.md D7): the host of the
 * learning platform. Null: they had none, or it is not known yet.
 */
export const findKeptLogin =
  ({ db }: Deps) =>
  async ({ bornBy, email, course }: Entitlement): Promise<string | null> => {
    const { canvasDomain: domain } = course
    if (bornBy !== 'sign_up' || !email || !domain) return null
    return (await findUserExisted(db, domain, email)) ? domain : null
  }
