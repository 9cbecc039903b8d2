import type { Grades } from './rules/grade.ts'
import { isPermanentRejection, readResult, replaceResult } from './v1p1/outcomes.ts'
import type { SchoolClient } from './v1p1/school-client.ts'
import type { makeScores } from './v1p3/scores.ts'

interface GradesDeps {
  school: SchoolClient
  scores: ReturnType<typeof makeScores>
}

/** Combines the grade services of LTI 1.1 and 1.3. */
export const makeGrades = ({ school, scores }: GradesDeps): Grades => ({
  async send(target, score) {
    switch (target.kind) {
      case 'outcome':
        return replaceResult(call => school(target.consumerId, call, isPermanentRejection), target, score)
      case 'score':
        return scores.send(target, score)
      default:
        return target satisfies never
    }
  },
  async read(target) {
    switch (target.kind) {
      case 'outcome':
        return readResult(call => school(target.consumerId, call, isPermanentRejection), target)
      case 'score':
        return scores.read(target)
      default:
        return target satisfies never
    }
  },
})
