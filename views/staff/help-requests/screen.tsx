import { shortDay, shortTime } from '#src/core/rules/business-day.ts'
import { paths } from '../../paths.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Feedback } from '../../ui/feedback.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { staffScreen } from '../staff-screen.ts'
import { TimeZoneNote } from '../time-zone-note.tsx'
import { AnsweredRequests } from './answered-requests.tsx'
import { answerHelp, type HelpRequestsPage, showHelp } from './load.ts'
import { OpenRequest } from './open-request.tsx'

/** Help requests, and counts of payment pages that were opened without a token. */
export const helpRequestsScreen = staffScreen<HelpRequestsPage>({
  path: paths.support,
  nav: { group: 'People', label: 'Help Requests', waits: 'help' },
  load: context => showHelp(context),
  submit: { default: answerHelp },
  View: ({ data: { requests, flags, rights, feedback }, site: { timezone } }) => {
    const open = requests.filter(r => !r.answeredAt)
    const answered = requests.filter(r => r.answeredAt)
    return (
      <OfficePage title="Help Requests" lead="Answer by email, then mark the request as done. The oldest is first.">
        {requests.length + flags.length > 0 && <TimeZoneNote timezone={timezone} />}
        <Feedback feedback={feedback} />
        {open.length === 0 && <p className="soft">No help request waits.</p>}
        {open.map(request => (
          <OpenRequest key={request.id} request={request} timezone={timezone} mayClose={rights.change} />
        ))}
        {answered.length > 0 && <AnsweredRequests requests={answered} timezone={timezone} />}
        <Panel title="Payment pages without a token">
          <p>
            Someone opened a payment page without the token in its link. Many on one page? A school may have a broken
            link.
          </p>
          <DataTable
            caption="Payment pages opened without a token"
            head={['Day', 'Page', 'Times', 'Last']}
            figures={[2]}
            empty="None."
            rows={flags.map(f => ({
              key: `${f.day} ${f.page}`,
              cells: [shortDay(f.day), f.page, f.count, shortTime(f.lastAt, timezone)],
            }))}
          />
        </Panel>
      </OfficePage>
    )
  },
})
