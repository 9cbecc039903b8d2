import { shortDate } from '#src/core/rules/business-day.ts'
import { readListQuery } from '#src/core/rules/rows.ts'
import { may } from '#src/core/rules/staff.ts'
import { listWaitingCourses } from '#src/courses/waiting-courses.ts'
import { listFailedJobs } from '#src/desk/failed-jobs.ts'
import { listDailyTotals } from '#src/desk/reports.ts'
import {
  accessFigure,
  FIGURE_DAYS,
  type Figure,
  isEmpty,
  launchFigure,
  measures,
  salesFigure,
  waitFigure,
} from '#src/desk/rules/figures.ts'
import { startWarnings } from '#src/desk/setup.ts'
import { listDueSoon } from '#src/desk/waiting-work.ts'
import { refusals } from '#src/lti/rules/launch-refusals.ts'
import { listHelpRequests } from '#src/messages/help-desk.ts'
import { helpSorts } from '#src/messages/rules/help-desk.ts'
import { listPaymentFlags } from '#src/payments/payments.ts'
import { listDeployments } from '#src/schools/deployments.ts'
import { listMovesToDecide } from '#src/schools/lms-moves.ts'
import { listWaitingChanges } from '#src/signs/signs.ts'
import { paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { FigureBox } from '../figures/figure.tsx'
import { personActions } from '../find/person-actions.ts'
import { rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import {
  codesExpiring,
  coursesClosing,
  coursesWaiting,
  deploymentsWaiting,
  helpWaiting,
  jobsFailed,
  mailRefused,
  movesWaiting,
  paymentsWaiting,
  registrationsWaiting,
  setupProblems,
  signsWaiting,
  signUpsClosing,
  type WaitingGroup,
  type WaitingItem,
} from './groups.ts'

interface TodayPage {
  groups: WaitingGroup[]
  figures: Figure[]
}

/** Open help requests, the oldest first. */
const OPEN_HELP = { ...readListQuery({}, { filters: [], sorts: helpSorts }), most: 200 }

const loadToday = async (context: StaffContext) => {
  const { app, staff } = context
  const { change, manage } = rightsOf(staff)
  const due = await listDueSoon(app, staff)
  const groups = [
    movesWaiting(await listMovesToDecide(app.db)),
    coursesWaiting(await listWaitingCourses(app), change),
    helpWaiting((await listHelpRequests(app, OPEN_HELP, staff)).rows),
    paymentsWaiting(await listPaymentFlags(app)),
    deploymentsWaiting(await listDeployments(app.db)),
    registrationsWaiting(manage ? due.registrations : []),
    jobsFailed(await listFailedJobs(app.db), change),
    signsWaiting(may(staff, 'review') ? await listWaitingChanges(app, staff) : []),
    mailRefused(due.refusedMail),
    coursesClosing(due.closing),
    signUpsClosing(due.closingSignUps),
    codesExpiring(due.expiring),
    setupProblems(manage ? await startWarnings(app.db, app.config) : []),
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

/** Number of items of a group that show without unfolding. */
const SHOWN = 3
const POLL_SECONDS = 10

/** Today: what waits for staff, oldest first, each with one button. Updates itself while it is open. */
export const todayScreen = staffScreen<TodayPage>({
  path: paths.today,
  nav: { section: 'Today', label: 'Today', waits: 'all' },
  load: loadToday,
  submit: { activate: personActions.activate, retry: personActions.retry },
  View: ({ data: { groups, figures }, site }) => (
    <OfficePage title="Today" lead="What waits for you, oldest first.">
      <div id="today" data-poll={POLL_SECONDS} data-polled className="today">
        {groups.length === 0 && (
          <Panel>
            <p>Nothing waits. All is done.</p>
          </Panel>
        )}
        {groups.map(group => (
          <Group key={group.title} group={group} timezone={site.timezone} />
        ))}
      </div>
      {figures.every(isEmpty) && (
        <p className="soft">Figures of launches, access and sales appear here within ten minutes of the first ones.</p>
      )}
      <div className="plots">
        {figures.map(figure => (
          <FigureBox key={figure.title} figure={figure} />
        ))}
      </div>
    </OfficePage>
  ),
})

const Group = ({ group: { title, href, items }, timezone }: { group: WaitingGroup; timezone: string }) => {
  const list = (some: WaitingItem[]) => (
    <ul className="waiting">
      {some.map(item => (
        <Item key={item.key} item={item} timezone={timezone} />
      ))}
    </ul>
  )
  const rest = items.slice(SHOWN)
  return (
    <section className="panel" aria-label={title}>
      <h2>
        {href ? <a href={href}>{title}</a> : title} <span className="count">{items.length}</span>
      </h2>
      {list(items.slice(0, SHOWN))}
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          {list(rest)}
        </details>
      )}
    </section>
  )
}

const Item = ({ item: { title, href, detail, at, action }, timezone }: { item: WaitingItem; timezone: string }) => (
  <li>
    <a href={href}>{title}</a>
    <p className="soft">{detail}</p>
    {at && <time dateTime={at.toISOString()}>{shortDate(at, timezone)}</time>}
    {action.post ? (
      <form method="post" action={paths.today}>
        {Object.entries(action.post).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button look="quiet" aria-label={`${action.label}: ${title}`}>
          {action.label}
        </Button>
      </form>
    ) : (
      <ButtonLink look="quiet" href={action.href ?? href}>
        {action.label}
        <span className="visually-hidden">: {title}</span>
      </ButtonLink>
    )}
  </li>
)
