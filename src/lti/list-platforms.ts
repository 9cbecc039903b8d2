import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import { listPlatformRows } from '#src/schools/index.ts'
import type { Platform } from '#src/schools/rules/platform.ts'
import type { Deps } from './deps.ts'
import type { RejectedGrades } from './rules/grade.ts'
import { listRejectedGradesBySchool } from './store/grades.ts'

export type ListedPlatform = Platform & { rejectedGrades: RejectedGrades | null }

/** Lists platforms with their rejected grades, a page at a time. */
export const listPlatforms =
  ({ db }: Deps) =>
  async (query: ListQuery): Promise<ListPage<ListedPlatform>> => {
    const page = await listPlatformRows(db, query)
    const rejected = (await listRejectedGradesBySchool(db)).filter(r => r.kind === 'platform')
    return {
      ...page,
      rows: page.rows.map(p => ({ ...p, rejectedGrades: rejected.find(r => r.id === p.id) ?? null })),
    }
  }
