import { findEntitlementById, findGradeHost } from '#src/access/entitlements.ts'
import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { deleteDeadJobs } from '#src/core/jobs/queue.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { redactPersonalData } from '#src/core/rules/plain-text.ts'
import { covers, demandInSchool, type Staff } from '#src/core/rules/staff.ts'
import { findPlatform } from '#src/schools/platforms.ts'
import {
  GRADE_GIVE_UP_MS,
  GradeForbidden,
  GradeRejected,
  type GradesOf,
  type GradeTarget,
  gaveUpMessage,
  gradeAdvice,
  hasGivenUp,
  targetKey,
  wantedScore,
} from './rules/grade.ts'
import { readScore, sendScore } from './services.ts'
import {
  claimGrade,
  claimRejectedGrades,
  findGradeTarget,
  listUnsentGrades,
  releaseGrade,
  saveGradeFailing,
  saveGradePending,
  saveGradeRejected,
  saveGradeSent,
} from './store/grades.ts'

export { findRejectedGradesOf, listRejectedGradesBySchool } from './store/grades.ts'

/** Queues the job that sends the grade of a target. Replaces a dead job for the same target. */
export const queueGrade = async ({ jobs }: Needs<'jobs'>, tx: Tx, targetId: number): Promise<void> => {
  await deleteDeadJobs(tx, 'grade', { targetId })
  await jobs.send(tx, 'grade', { targetId }, { group: await findGradeHost(tx, targetId) })
}

const CLAIM_MS = 60_000

/**
 * Sends the score to one column of the school's LMS: 1 with access, 0 after losing it. Idempotent. After a lost response
 * it reads the score back before sending again. Throws if a retry may succeed, or if another process holds the claim.
 */
export const sendGrade = async (app: Needs<'clock' | 'db' | 'lms' | 'log'>, targetId: number): Promise<void> => {
  const { db, clock } = app
  const now = clock.now()
  if (!(await findGradeTarget(db, targetId))) return
  const claimed = await claimGrade(db, targetId, now, new Date(now.getTime() + CLAIM_MS))
  if (!claimed) throw new Error('this grade is being sent by another process')
  try {
    // Read under the claim, since access may have changed after the job was queued.
    const found = await findGradeTarget(db, targetId)
    if (!found) return
    const { target, isIn } = found
    const sentTo = targetKey(target)
    // While a score has no answer, nobody knows what the LMS holds.
    const known = claimed.asking === null && claimed.sentTo === sentTo ? claimed.score : null
    const score = wantedScore(isIn, claimed.asking ?? claimed.score)
    if (score === null || score === known) return
    try {
      const isThere = claimed.asking !== null && (await readScoreIfAllowed(app, target)) === score
      if (!isThere) {
        await saveGradePending(db, targetId, score)
        await sendScore(app, target, score)
      }
      await saveGradeSent(db, targetId, sentTo, score, clock.now())
    } catch (error) {
      // The LMS is unavailable: the job retries, then the daily job does for some days.
      const isRejected = error instanceof GradeRejected
      if (!isRejected && !hasGivenUp(claimed.failingSince, now)) {
        await saveGradeFailing(db, targetId, now)
        throw error
      }
      // A retry would be rejected too. Staff see the reason on the person's page.
      app.log.warn({ err: error, targetId }, 'grade rejected by the LMS')
      const reason = redactPersonalData(error instanceof Error ? error.message : String(error)).slice(0, 300)
      const advice = !isRejected || error instanceof GradeForbidden ? await adviceFor(db, target) : ''
      const problem = `${isRejected ? reason : gaveUpMessage(reason)}${advice}`
      await saveGradeRejected(db, targetId, sentTo, problem, clock.now())
    }
  } finally {
    await releaseGrade(db, targetId)
  }
}

/** Returns the setting to change in the LMS, as a sentence that follows the reason. */
const adviceFor = async (db: Queryable, target: GradeTarget): Promise<string> =>
  `. ${gradeAdvice(target.kind === 'score' ? await findPlatform(db, target.platformId) : null)}`

/** Returns the score in the LMS, or null if the LMS refuses to return it. */
const readScoreIfAllowed = (app: Needs<'db' | 'lms'>, target: GradeTarget): Promise<number | null> =>
  readScore(app, target).catch(error => {
    if (error instanceof GradeRejected) return null
    throw error
  })

/** Limits the time of one run. The next one sends the rest. */
const MAX_MISSED = 1000

/** Queues grades that no job will send: another address for the column, an LMS that was down, a new secret. */
export const sendMissedGrades = async (app: Needs<'clock' | 'db' | 'jobs'>): Promise<void> => {
  const newSecretsSince = new Date(app.clock.now().getTime() - GRADE_GIVE_UP_MS)
  const missed = await listUnsentGrades(app.db, MAX_MISSED, newSecretsSince)
  for (const targetId of missed) await inTransaction(app.db, tx => queueGrade(app, tx, targetId))
}

/** Limits the time of one request. The page shows how many are left. */
const MAX_RETRIED = 500

/** Queues rejected grades again. Refuses if there are none, or somebody else retried them first. */
export const retryGrades = async (
  app: Needs<'clock' | 'db' | 'jobs'>,
  whose: GradesOf,
  by: Staff,
): Promise<{ ok: true } | Refused<'no_rejected_grades'>> => {
  demandInSchool(by, 'change')
  if (!(await isCovered(app, whose, by))) return refuse('no_rejected_grades')
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    const claimed = await claimRejectedGrades(tx, whose, MAX_RETRIED)
    if (claimed.length === 0) return refuse('no_rejected_grades')
    for (const targetId of claimed) await queueGrade(app, tx, targetId)
    const after = { grades: claimed.length }
    await recordAudit(tx, { by, action: 'retry-grades', subject: whose, after, now })
    return { ok: true }
  })
}

const isCovered = async ({ db }: Needs<'db'>, { kind, id }: GradesOf, by: Staff): Promise<boolean> => {
  if (kind === 'school') return covers(by, id)
  const entitlement = await findEntitlementById(db, { id })
  return entitlement !== null && covers(by, entitlement.schoolId)
}
