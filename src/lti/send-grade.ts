import type { Subject } from '#src/access/rules/entitlement.ts'
import { redactPersonalData } from '#src/core/rules/redact-personal-data.ts'
import type { Deps } from './deps.ts'
import {
  GradeRejected,
  type Grades,
  type GradeTarget,
  gaveUpMessage,
  hasGivenUp,
  targetKey,
  wantedScore,
} from './rules/grade.ts'
import {
  claimGrade,
  findGradeTarget,
  releaseGrade,
  saveGradeFailing,
  saveGradePending,
  saveGradeRejected,
  saveGradeSent,
} from './store/grades.ts'

const CLAIM_MS = 60_000

/**
 * Sends the score to the school's LMS: 1 with access, 0 after losing it. Idempotent. After a lost response it reads the
 * score back before sending again. Throws if a retry may succeed, or if another process holds the claim.
 */
export const sendGrade =
  (deps: Deps) =>
  async (subject: Subject): Promise<void> => {
    const { db, clock, grades } = deps
    const now = clock.now()
    if (!(await findGradeTarget(db, subject))) return
    const claimed = await claimGrade(db, subject, { now, until: new Date(now.getTime() + CLAIM_MS) })
    if (!claimed) throw new Error('this grade is being sent by another process')
    try {
      // Read under the claim, since access may have changed after the job was queued.
      const found = await findGradeTarget(db, subject)
      if (!found) return
      const { target, isIn } = found
      const key = targetKey(target)
      const known = claimed.target === key ? claimed.score : null
      const score = wantedScore(isIn, claimed.asking ?? claimed.score)
      if (score === null || score === known) return
      try {
        const isThere = claimed.asking !== null && (await readScore(grades, target)) === score
        if (!isThere) {
          await saveGradePending(db, subject, score)
          await grades.send(target, score)
        }
        await saveGradeSent(db, subject, { target: key, score, now: clock.now() })
      } catch (error) {
        // The LMS is unavailable: the job retries, then the daily job does for some days.
        const isRejected = error instanceof GradeRejected
        if (!isRejected && !hasGivenUp(claimed.failing_since, now)) {
          await saveGradeFailing(db, subject, now)
          throw error
        }
        // A retry would be rejected too. Staff see the reason on the person's page.
        deps.log.warn({ err: error, ...subject }, 'grade rejected by the LMS')
        const reason = redactPersonalData(error instanceof Error ? error.message : String(error)).slice(0, 300)
        const problem = isRejected ? reason : gaveUpMessage(reason)
        await saveGradeRejected(db, subject, { target: key, problem, now: clock.now() })
      }
    } finally {
      await releaseGrade(db, subject)
    }
  }

/** Returns the score in the LMS, or null if the LMS refuses to return it. */
const readScore = (grades: Grades, target: GradeTarget): Promise<number | null> =>
  grades.read(target).catch(error => {
    if (error instanceof GradeRejected) return null
    throw error
  })
