import { listAllPlatforms } from '#src/schools/index.ts'
import type { Platform } from '#src/schools/rules/platform.ts'
import type { Deps } from './deps.ts'
import type { RejectedGrades } from './rules/grade.ts'
import { listRejectedGradesBySchool } from './store/grades.ts'

/** Lists all platforms with their rejected grades, inactive ones first. */
export const listPlatforms =
  ({ db }: Deps) =>
  async (): Promise<(Platform & { rejectedGrades: RejectedGrades | null })[]> => {
    const rejected = (await listRejectedGradesBySchool(db)).filter(r => r.kind === 'platform')
    return (await listAllPlatforms(db)).map(p => ({ ...p, rejectedGrades: rejected.find(r => r.id === p.id) ?? null }))
  }
