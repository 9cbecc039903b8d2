import type { Needs } from '#src/context.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { listStaff as list } from './store/staff.ts'

/** Lists all staff users, so that histories can show names. */
export const listStaff = (app: Needs<'db'>): Promise<Staff[]> => list(app.db)
