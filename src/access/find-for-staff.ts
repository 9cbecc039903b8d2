import type { Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { coveredRow } from './rules/covered-rows.ts'
import type { Entitlement } from './rules/entitlement.ts'
import { findEntitlementByToken } from './store/entitlements.ts'

/** Finds a row by its token. Null if there is none, or if it belongs to a school that the role does not cover. */
export const findForStaff =
  ({ db }: Pick<Deps, 'db'>) =>
  async (token: string, by: Pick<Staff, 'schools'>): Promise<Entitlement | null> =>
    coveredRow(by, await findEntitlementByToken(db, token.trim()))
