import { may } from '#src/core/rules/staff.ts'
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
  return page<TodayPage>({ groups: groups.filter(g => g.items.length > 0), figures }, { title: 'Today' })
}

/** The reasons of refusals with their titles. */
const refusalTitles = Object.fromEntries(Object.entries(refusals).map(([reason, { title }]) => [reason, title]))

const listFigures = async ({ modules, staff }: StaffContext): Promise<Figure[]> => {
  const given = await modules.reports.listTotals([...measures], FIGURE_DAYS, staff)
  return [launchFigure(given, refusalTitles), accessFigure(given), salesFigure(given), waitFigure(given)]
}
