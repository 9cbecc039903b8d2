import { covers, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { listNamedSchools, type NamedSchool } from './store/staff-schools.ts'

/** Lists the schools that the role covers, by name. */
export const listSchools =
  ({ db }: Deps) =>
  async (by: Staff): Promise<NamedSchool[]> =>
    (await listNamedSchools(db)).filter(school => covers(by, school))
