import { accessStatus } from '#src/access/contract.ts'
import { accessRefusals } from '#src/access/rules/access-refusals.ts'
import { calledName } from '#src/access/rules/entitlement.ts'
import { rowId, rowIds } from '#src/core/rules/row-id.ts'
import { courseStatus } from '#src/courses/contract.ts'
import { courseRefusals } from '#src/courses/rules/activation.ts'
import { waitingMessages } from '#src/courses/rules/waiting-courses.ts'
import { jobMessages, jobRefusals } from '#src/staff/rules/job-status.ts'
import { findMessages } from '#src/staff/rules/staff-search.ts'
import type { FeedbackText } from '../../answer.ts'
import type { Form, Result } from '../../screen.ts'
import type { StaffContext } from '../staff-screen.ts'

/** The result of a fix. */
export interface Fixed {
  feedback?: FeedbackText
  /** Row whose form was sent without a reason. */
  problem?: { token: string; text: string }
  status?: number
}

type Show<Data> = (context: StaffContext, fixed: Fixed) => Promise<Result<Data>>

/** Lets a person in, and shows the page again. The required reason is kept in the history. */
export const letIn =
  <Data>(show: Show<Data>) =>
  async (context: StaffContext, { fields }: Form): Promise<Result<Data>> => {
    const token = fields.token ?? ''
    const reason = fields.reason?.trim().slice(0, 500) ?? ''
    const result = await context.modules.access.setProcessed({ token, processed: true, reason }, context.staff)
    if (result.ok) {
      const text = findMessages.accessGiven(calledName(result.entitlement))
      return show(context, { feedback: { tone: 'good', text } })
    }
    const status = accessStatus[result.reason]
    return result.reason === 'reason_required'
      ? show(context, { problem: { token, text: accessRefusals[result.reason].message }, status })
      : show(context, { feedback: { tone: 'problem', text: findMessages.nothing(token) }, status })
  }

/** Activates a course with the products that the page suggested, and shows the page again. */
export const activate =
  <Data>(show: Show<Data>) =>
  async (context: StaffContext, { fields }: Form): Promise<Result<Data>> => {
    const choice = { courseId: rowId(fields.course_id) ?? 0, productIds: rowIds((fields.product_ids ?? '').split(' ')) }
    const result = await context.modules.courses.activateWaitingCourses([choice], context.staff)
    if (!result.ok) {
      const text = courseRefusals[result.reason].message
      return show(context, { feedback: { tone: 'problem', text }, status: courseStatus[result.reason] })
    }
    const { late, activated } = result
    const text = waitingMessages.result(
      activated.map(({ name }) => name),
      late,
    )
    return late.length > 0
      ? show(context, { feedback: { tone: 'problem', text }, status: 409 })
      : show(context, { feedback: { tone: 'good', text } })
  }

/** Tries a failed job again, and shows the page again. */
export const retry =
  <Data>(show: Show<Data>) =>
  async (context: StaffContext, { fields }: Form): Promise<Result<Data>> => {
    const done = await context.modules.staff.retryJob(fields.job_id ?? '', context.staff)
    return show(context, {
      feedback: done.ok
        ? { tone: 'good', text: jobMessages.again(done.name) }
        : { tone: 'problem', text: jobRefusals[done.reason].message },
    })
  }
