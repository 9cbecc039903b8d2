import type { Subject } from '../domain/entitlement.ts'
import {
  GradeRefused,
  type Grades,
  type GradeTarget,
  gaveUpMessage,
  hasGivenUp,
  targetKey,
  wantedScore,
} from '../domain/grade.ts'
import { redactPersonalData } from '../domain/redaction.ts'
import {
  claimGrade,
  findGradeTarget,
  releaseGrade,
  saveAsking,
  saveFailing,
  saveRefused,
  saveTold,
} from '../store/queries/grades.ts'
import type { Deps } from './deps.ts'

const CLAIM_MS = 60_000

/**
 * Brings what a school's LMS holds about a person in line with ours: 1 for who is in, 0 for who was taken out again.
 * Safe to call twice and at once. An attempt whose answer was lost is not repeated blindly: the LMS is asked first.
 */
export const sendGrade =
  (deps: Deps) =>
  async (subject: Subject): Promise<void> => {
    const { db, clock, grades } = deps
    const now = clock.now()
    if (!(await findGradeTarget(db, subject))) return
    const told = await claimGrade(db, subject, { now, until: new Date(now.getTime() + CLAIM_MS) })
    if (!told) throw new Error('another process is sending this grade')
    try {
      // Read under the claim: what was true when the job was made may have changed since.
      const found = await findGradeTarget(db, subject)
      if (!found) return
      const { target, isIn } = found
      const key = targetKey(target)
      const known = told.target === key ? told.score : null
      const score = wantedScore(isIn, told.asking ?? told.score)
      if (score === null || score === known) return
      try {
        const isThere = told.asking !== null && (await held(grades, target)) === score
        if (!isThere) {
          await saveAsking(db, subject, score)
          await grades.send(target, score)
        }
        await saveTold(db, subject, { target: key, score, now: clock.now() })
      } catch (error) {
        // Away, or too busy: the job tries again, and when it gave up the work of the day does, for some days.
        const isRefused = error instanceof GradeRefused
        if (!isRefused && !hasGivenUp(told.failing_since, now)) {
          await saveFailing(db, subject, now)
          throw error
        }
        // It would be refused again: staff see why at the person.
        deps.log.warn({ err: error, ...subject }, 'the LMS does not take this grade')
        const said = redactPersonalData(error instanceof Error ? error.message : String(error)).slice(0, 300)
        const problem = isRefused ? said : gaveUpMessage(said)
        await saveRefused(db, subject, { target: key, problem, now: clock.now() })
      }
    } finally {
      await releaseGrade(db, subject)
    }
  }

/** What the LMS holds; null also where it does not let us read: that says nothing about what it takes. */
const held = (grades: Grades, target: GradeTarget): Promise<number | null> =>
  grades.read(target).catch(error => {
    if (error instanceof GradeRefused) return null
    throw error
  })
