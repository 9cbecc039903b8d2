import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import type { Deps } from './deps.ts'
import type { ListedSchool } from './rules/school-list.ts'
import { listSchoolRows } from './store/school-list.ts'

/** Lists the schools of both LTI versions, a page at a time. */
export const listSchools =
  ({ db }: Deps) =>
  (query: ListQuery): Promise<ListPage<ListedSchool>> =>
    listSchoolRows(db, query)
