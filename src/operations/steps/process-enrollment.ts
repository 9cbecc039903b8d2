import { courseName, courseUrl } from '../../domain/course.ts'
import { accessEnd, type Enrollment, type Source } from '../../domain/enrollment.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { Tx } from '../../store/db.ts'
import { claimProcessing } from '../../store/queries/enrollments.ts'
import { claimMessage } from '../../store/queries/messages.ts'

/**
 * Lets a person in, in the transaction that found the reason (rules.md C). Idempotent: a row that is processed already
 * stays as it is. What must happen outside follows as jobs of the same transaction. A person is welcomed once, also
 * when staff take them out and let them in again.
 */
export const processEnrollment = async (
  tx: Tx,
  jobs: JobQueue,
  { enrollment, source, now }: { enrollment: Enrollment; source: Source; now: Date },
): Promise<void> => {
  const accessEndsAt = accessEnd(enrollment.course, now)
  if (!(await claimProcessing(tx, { id: enrollment.id, source, now, accessEndsAt }))) return
  if (!enrollment.email) return
  const messageId = await claimMessage(tx, `welcome:${enrollment.token}`, {
    kind: 'welcome',
    recipient: enrollment.email,
    name: enrollment.name,
    course: courseName(enrollment.course),
    school: enrollment.school.name,
    courseUrl: courseUrl(enrollment.course),
    accessEndsAt: accessEndsAt.toISOString(),
  })
  if (messageId !== null) await jobs.send(tx, 'mail', { messageId })
}
