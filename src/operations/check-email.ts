import type { Entitlement } from '../domain/entitlement.ts'
import { cleanEmail } from '../domain/person.ts'
import type { Staff } from '../domain/staff.ts'
import { listEntitlementsByEmail } from '../store/queries/entitlements.ts'
import type { Deps } from './deps.ts'
import { recordView } from './steps/record-audit.ts'

/** Every row of a person by e-mail, any case. That a colleague looked is recorded. */
export const checkEmail =
  (deps: Deps) =>
  async (typed: string, by: Staff): Promise<{ enrollments: Entitlement[]; memberships: Entitlement[] }> => {
    const email = cleanEmail(typed)
    const found = email ? await listEntitlementsByEmail(deps.db, email) : []
    if (found.length > 0) await recordView(deps.db, by, { kind: 'person', key: email ?? '' }, deps.clock.now())
    return {
      enrollments: found.filter(e => e.kind === 'enrollment'),
      memberships: found.filter(e => e.kind === 'membership'),
    }
  }
