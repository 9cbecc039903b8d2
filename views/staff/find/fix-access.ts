import { accessStatus } from '#src/access/contract.ts'
import { accessRefusals } from '#src/access/rules/access-refusals.ts'
import { jobMessages, jobRefusals } from '#src/staff/rules/job-status.ts'
import { findMessages } from '#src/staff/rules/staff-search.ts'
import type { Form, Result } from '../../screen.ts'
import type { FeedbackText } from '../../ui/feedback.tsx'
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
    if (result.ok) return show(context, { feedback: { tone: 'good', text: findMessages.accessGiven } })
    const status = accessStatus[result.reason]
    return result.reason === 'reason_required'
      ? show(context, { problem: { token, text: accessRefusals[result.reason].message }, status })
      : show(context, { feedback: { tone: 'problem', text: findMessages.nothing(token) }, status })
  }

/** Tries a failed job again, and shows the page again. */
export const retry =
  <Data>(show: Show<Data>) =>
  async (context: StaffContext, { fields }: Form): Promise<Result<Data>> => {
    const done = await context.modules.staff.retryJob(fields.job_id ?? '', context.staff)
    return show(context, {
      feedback: done.ok
        ? { tone: 'good', text: jobMessages.again }
        : { tone: 'problem', text: jobRefusals[done.reason].message },
    })
  }
