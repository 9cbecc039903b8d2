import { accessStatus } from '#src/access/contract.ts'
import { accessRefusals } from '#src/access/rules/access-refusals.ts'
import { calledName } from '#src/access/rules/entitlement.ts'
import { setProcessed } from '#src/access/set-processed.ts'
import { localPath } from '#src/core/rules/local-path.ts'
import { rowId, rowIds } from '#src/core/rules/row-id.ts'
import { courseStatus } from '#src/courses/contract.ts'
import { courseRefusals } from '#src/courses/rules/activation.ts'
import { activateWaitingCourses } from '#src/courses/waiting-courses.ts'
import { retryJob } from '#src/staff/failed-jobs.ts'
import { jobMessages, jobRefusals } from '#src/staff/rules/job-status.ts'
import { findMessages } from '#src/staff/rules/staff-search.ts'
import { staffStatus } from '#src/staff/staff-contract.ts'
import { done, refused } from '../../answer.ts'
import type { Form } from '../../screen.ts'
import type { StaffContext } from '../staff-screen.ts'
import { answerActivated } from '../waiting/answer-activated.ts'

/** Lets a person in. The required reason is kept in the history. */
const letIn = async ({ app, staff, url }: StaffContext, { fields }: Form) => {
  const token = fields.token ?? ''
  const reason = fields.reason?.trim().slice(0, 500) ?? ''
  const result = await setProcessed(app, { token, processed: true, reason }, staff)
  if (result.ok) return done(localPath(url), findMessages.accessGiven(calledName(result.entitlement)))
  const text =
    result.reason === 'reason_required' ? accessRefusals[result.reason] : { message: findMessages.nothing(token) }
  return refused(result.reason, text, accessStatus[result.reason])
}

/** Activates a course with the products that the page suggested. */
const activate = async ({ app, staff, url }: StaffContext, { fields }: Form) => {
  const choice = { courseId: rowId(fields.course_id) ?? 0, productIds: rowIds((fields.product_ids ?? '').split(' ')) }
  const result = await activateWaitingCourses(app, [choice], staff)
  return result.ok
    ? answerActivated(localPath(url), result)
    : refused(result.reason, courseRefusals[result.reason], courseStatus[result.reason])
}

/** Tries a failed job again. */
const retry = async ({ app, staff, url }: StaffContext, { fields }: Form) => {
  const retried = await retryJob(app, fields.job_id ?? '', staff)
  return retried.ok
    ? done(localPath(url), jobMessages.again(retried.name))
    : refused(retried.reason, jobRefusals[retried.reason], staffStatus[retried.reason])
}

/** Actions of pages that show why a person has no access. */
export const fixes = { 'let-in': letIn, activate, retry }
