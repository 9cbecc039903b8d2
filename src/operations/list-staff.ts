import type { Staff } from '../domain/staff.ts'
import { listStaff as list } from '../store/queries/staff.ts'
import type { Deps } from './deps.ts'

/** Lists all staff users, so that histories can show names. */
export const listStaff = (deps: Deps) => (): Promise<Staff[]> => list(deps.db)
