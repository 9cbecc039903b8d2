import { rowId, rowIds } from '#src/core/rules/row-id.ts'
import { may } from '#src/core/rules/staff.ts'
import { courseStatus } from '#src/courses/contract.ts'
import { courseRefusals } from '#src/courses/rules/activation.ts'
import { waitingMessages } from '#src/courses/rules/waiting-courses.ts'
import { refusals } from '#src/lti/rules/launch-refusal.ts'
import { measures } from '#src/reports/rules/daily-totals.ts'
import {
  accessFigure,
  FIGURE_DAYS,
  type Figure,
  launchFigure,
  salesFigure,
  waitFigure,
} from '#src/reports/rules/figures.ts'
import { jobMessages, jobRefusals } from '#src/staff/rules/job-status.ts'
import type { FeedbackText } from '../../answer.ts'
import { type Form, page, type Result } from '../../screen.ts'
import { rightsOf, type StaffContext } from '../staff-screen.ts'
import {
  codesExpiring,
  coursesClosing,
  coursesWaiting,
  deploymentsWaiting,
  helpWaiting,
  jobsFailed,
  mailRefused,
  paymentsWaiting,
  registrationsWaiting,
  setupProblems,
  signsWaiting,
  signUpsClosing,
  type WaitingGroup,
} from './groups.ts'

export interface TodayPage {
  groups: WaitingGroup[]
  figures: Figure[]
  feedback: FeedbackText | null
}

export const showToday = async (
  context: StaffContext,
  feedback: FeedbackText | null = null,
  status = 200,
): Promise<Result<TodayPage>> => {
  const { modules, staff } = context
  const { change, manage } = rightsOf(staff)
  const due = await modules.staff.listDueSoon(staff)
  const groups = [
    coursesWaiting(await modules.courses.listWaitingCourses(), change),
    helpWaiting((await modules.messages.listHelp()).requests),
    paymentsWaiting(await modules.payments.listPaymentFlags()),
    deploymentsWaiting(await modules.schools.listDeployments()),
    registrationsWaiting(manage ? due.registrations : []),
    jobsFailed(await modules.staff.listFailedJobs(), change),
    signsWaiting(may(staff, 'review') ? await modules.signs.listWaitingChanges(staff) : []),
    mailRefused(due.refusedMail),
    coursesClosing(due.closing),
    signUpsClosing(due.closingSignUps),
    codesExpiring(due.expiring),
    setupProblems(manage ? await modules.setup.listWarnings() : []),
  ]
  const figures = await listFigures(context)
  return page({ groups: groups.filter(g => g.items.length > 0), figures, feedback }, { title: 'Today', status })
}

/** The reasons of refusals with their titles. */
const refusalTitles = Object.fromEntries(Object.entries(refusals).map(([reason, { title }]) => [reason, title]))

const listFigures = async ({ modules, staff }: StaffContext): Promise<Figure[]> => {
  const given = await modules.reports.listTotals([...measures], FIGURE_DAYS, staff)
  return [launchFigure(given, refusalTitles), accessFigure(given), salesFigure(given), waitFigure(given)]
}

/** Activates a waiting course with the products that the page suggested. */
export const activate = async (context: StaffContext, { fields }: Form): Promise<Result<TodayPage>> => {
  const choice = { courseId: rowId(fields.course_id) ?? 0, productIds: rowIds((fields.product_ids ?? '').split(' ')) }
  const result = await context.modules.courses.activateWaitingCourses([choice], context.staff)
  if (!result.ok)
    return showToday(
      context,
      { tone: 'problem', text: courseRefusals[result.reason].message },
      courseStatus[result.reason],
    )
  const names = result.activated.map(a => a.name)
  const text = waitingMessages.result(names, result.late)
  return result.late.length > 0
    ? showToday(context, { tone: 'problem', text }, 409)
    : showToday(context, { tone: 'good', text })
}

/** Tries a failed job again. */
export const retry = async (context: StaffContext, { fields }: Form): Promise<Result<TodayPage>> => {
  const retried = await context.modules.staff.retryJob(fields.id ?? '', context.staff)
  return retried.ok
    ? showToday(context, { tone: 'good', text: jobMessages.again(retried.name) })
    : showToday(context, { tone: 'problem', text: jobRefusals.job_not_found.message }, 404)
}
