import { listAllPlatforms } from '#src/schools/index.ts'
import type { Platform } from '#src/schools/rules/platform.ts'
import type { Deps } from './deps.ts'
import type { RejectedGrades } from './rules/grade.ts'
import { listGradeRefusals } from './store/grades.ts'

/** Lists all platforms with their refused grades, inactive ones first. */
export const listPlatforms =
  ({ db }: Deps) =>
  async (): Promise<(Platform & { untaken: RejectedGrades | null })[]> => {
    const refusals = (await listGradeRefusals(db)).filter(r => r.kind === 'platform')
    return (await listAllPlatforms(db)).map(p => ({ ...p, untaken: refusals.find(r => r.id === p.id) ?? null }))
  }
