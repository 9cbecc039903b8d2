import { counted } from '#src/core/rules/counted.ts'
import { listDailyTotals } from '#src/desk/reports.ts'
import { accessFigure, isEmpty, launchFigure, salesFigure, waitFigure } from '#src/desk/rules/figures.ts'
import { reasonTitles } from '#src/lti/rules/launch-refusals.ts'
import { paths } from '../../paths.ts'
import { type DataOf, page } from '../../screen.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { OfficePage, Panel, useDates } from '../../ui/office-page.tsx'
import { FigureBox } from '../figures/figure.tsx'
import { accessActions } from '../find/person-actions.ts'
import { type StaffContext, staffScreen } from '../staff-screen.ts'
import { listGroups, type WaitingItem } from './groups.ts'

const load = async (context: StaffContext) => {
  const groups = await listGroups(context)
  const given = await listDailyTotals(context.app, context.staff)
  const figures = [launchFigure(given, reasonTitles), accessFigure(given), salesFigure(given), waitFigure(given)]
  return page({ groups, figures }, { title: 'Today' })
}

/** Number of items of a group that show without unfolding. */
const SHOWN = 3
const POLL_SECONDS = 10

/** Today: what waits for staff, oldest first, each with one button. Updates itself while it is open. */
export const todayScreen = staffScreen({
  path: paths.today,
  nav: { section: 'Today', label: 'Today', waits: 'all' },
  load,
  submit: { activate: accessActions.activate, retry: accessActions.retry },
  View: ({ data: { groups, figures } }) => (
    <OfficePage title="Today" lead="What waits for you, oldest first.">
      <div id="today" data-poll={POLL_SECONDS} data-polled className="today">
        {groups.length === 0 && (
          <Panel>
            <p>Nothing waits. All is done.</p>
          </Panel>
        )}
        {groups.map(group => (
          <Group key={group.title} {...group} />
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

const Group = ({ title, href, items, total, isCut }: DataOf<typeof load>['groups'][number]) => {
  const list = (some: WaitingItem[]) => (
    <ul className="waiting">
      {some.map(({ key, ...item }) => (
        <Item key={key} {...item} />
      ))}
    </ul>
  )
  const rest = items.slice(SHOWN)
  return (
    <section className="panel" aria-label={title}>
      <h2>
        {href ? <a href={href}>{title}</a> : title} <span className="count">{isCut ? `${total} or more` : total}</span>
      </h2>
      {list(items.slice(0, SHOWN))}
      {rest.length > 0 && (
        <details>
          <summary>{isCut ? `${total - SHOWN} or more` : `${total - SHOWN} more`}</summary>
          {list(rest)}
          {total > items.length && (
            <p className="soft">{counted(total - items.length, 'other is', 'others are')} not listed here.</p>
          )}
        </details>
      )}
    </section>
  )
}

const Item = ({ title, href, detail, at, action }: Omit<WaitingItem, 'key'>) => {
  const { date } = useDates()
  return (
    <li>
      <a href={href}>{title}</a>
      <p className="soft">{detail}</p>
      {at && <time dateTime={at.toISOString()}>{date(at)}</time>}
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
}
