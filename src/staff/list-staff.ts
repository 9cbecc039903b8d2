import type { Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { listStaff as list } from './store/staff.ts'

/** Lists all staff users, so that histories can show names. */
export const listStaff = (deps: Deps): Promise<Staff[]> => list(deps.db)
