import { completionSource, type Enrollment, isComplete } from '../domain/enrollment.ts'
import { findEnrollmentByToken, getEnrollment, lockEnrollments } from '../store/queries/enrollments.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { processEnrollment } from './steps/process-enrollment.ts'

/**
 * What a payment page shows, by the token of its link. Null: no such token. Who has all that the course asks for by now
 * (staff changed its products) is let in on the way.
 */
export const findEnrollment =
  (deps: Deps) =>
  async (token: string): Promise<Enrollment | null> => {
    const now = deps.clock.now()
    const found = await findEnrollmentByToken(deps.db, token)
    if (!found || !isComplete(found, now)) return found
    return inTransaction(deps.db, async tx => {
      await lockEnrollments(tx, [found.id])
      const enrollment = await getEnrollment(tx, found.id)
      if (!isComplete(enrollment, now)) return enrollment
      await processEnrollment(tx, deps.jobs, { enrollment, source: completionSource(enrollment), now })
      return getEnrollment(tx, found.id)
    })
  }
