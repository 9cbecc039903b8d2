import { sha256 } from '#src/core/crypto.ts'
import { framers } from '#src/courses/rules/course.ts'
import type { Deps } from './deps.ts'
import { findEntitlementByToken } from './store/entitlements.ts'
import { findFramersOfLaunch } from './store/launch-tokens.ts'

/**
 * Returns the origins that may frame a page with this token: of a person's row, or of a launch, also one that is over. So
 * an expired page and an error page show inside the LMS too. An unknown token has none.
 */
export const findFramers =
  ({ db }: Deps) =>
  async (token = ''): Promise<string[]> => {
    if (!/^[\w-]+$/.test(token)) return []
    const entitlement = await findEntitlementByToken(db, token)
    return entitlement ? framers(entitlement.course, entitlement.seenOrigin) : findFramersOfLaunch(db, sha256(token))
  }
