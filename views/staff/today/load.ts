import { may } from '#src/core/rules/staff.ts'
import { listWaitingCourses } from '#src/courses/waiting-courses.ts'
import { refusals } from '#src/lti/rules/launch-refusal.ts'
import { listHelp } from '#src/messages/answer-help.ts'
import { listPaymentFlags } from '#src/payments/list-payments.ts'
import { listDailyTotals } from '#src/reports/read-reports.ts'
import { measures } from '#src/reports/rules/daily-totals.ts'
import {
  accessFigure,
  FIGURE_DAYS,
  type Figure,
  launchFigure,
  salesFigure,
  waitFigure,
} from '#src/reports/rules/figures.ts'
import { listAllDeployments } from '#src/schools/deployments.ts'
import { listWarnings } from '#src/setup/open-setup.ts'
import { listWaitingChanges } from '#src/signs/view-signs.ts'
import { listFailedJobs } from '#src/staff/failed-jobs.ts'
import { listDueSoon } from '#src/staff/list-waiting-work.ts'
import { page } from '../../screen.ts'
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
}

export const loadToday = async (context: StaffContext) => {
  const { app, staff } = context
  const { change, manage } = rightsOf(staff)
  const due = await listDueSoon(app, staff)
  const groups = [
    coursesWaiting(await listWaitingCourses(app), change),
    helpWaiting((await listHelp(app)).requests),
    paymentsWaiting(await listPaymentFlags(app)),
    deploymentsWaiting(await listAllDeployments(app)),
    registrationsWaiting(manage ? due.registrations : []),
    jobsFailed(await listFailedJobs(app), change),
    signsWaiting(may(staff, 'review') ? await listWaitingChanges(app, staff) : []),
    mailRefused(due.refusedMail),
    coursesClosing(due.closing),
    signUpsClosing(due.closingSignUps),
    codesExpiring(due.expiring),
    setupProblems(manage ? await listWarnings(app) : []),
  ]
  const figures = await listFigures(context)
  return page<TodayPage>({ groups: groups.filter(g => g.items.length > 0), figures }, { title: 'Today' })
}

/** The reasons of refusals with their titles. */
const refusalTitles = Object.fromEntries(Object.entries(refusals).map(([reason, { title }]) => [reason, title]))

const listFigures = async ({ app, staff }: StaffContext): Promise<Figure[]> => {
  const given = await listDailyTotals(app, [...measures], FIGURE_DAYS, staff)
  return [launchFigure(given, refusalTitles), accessFigure(given), salesFigure(given), waitFigure(given)]
}
