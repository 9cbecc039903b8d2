import { shortDay, shortTime } from '#src/core/rules/business-day.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { listHelp, markHelpAnswered } from '#src/messages/answer-help.ts'
import { messagesStatus } from '#src/messages/contract.ts'
import { answerRefusals, helpAnswered } from '#src/messages/rules/help.ts'
import { done, refused } from '../../answer.ts'
import { paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { type Rights, rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import { TimeZoneNote } from '../time-zone-note.tsx'
import { AnsweredRequests } from './answered-requests.tsx'
import { OpenRequest } from './open-request.tsx'

type Help = Awaited<ReturnType<typeof listHelp>>
export type HelpRequest = Help['requests'][number]

interface HelpRequestsPage extends Help {
  rights: Rights
}

const load = async ({ app, staff }: StaffContext) =>
  page<HelpRequestsPage>({ ...(await listHelp(app)), rights: rightsOf(staff) }, { title: 'Help Requests' })

const markAnswered = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const result = await markHelpAnswered(app, rowId(fields.id) ?? 0, staff)
  if (!result.ok) return refused(result.reason, answerRefusals[result.reason], messagesStatus[result.reason])
  return done(paths.support, helpAnswered)
}

/** Help requests, and counts of payment pages that were opened without a token. */
export const helpRequestsScreen = staffScreen<HelpRequestsPage>({
  path: paths.support,
  nav: { group: 'People', label: 'Help Requests', waits: 'help' },
  load,
  submit: { default: markAnswered },
  View: ({ data: { requests, flags, rights }, site: { timezone } }) => {
    const open = requests.filter(r => !r.answeredAt)
    const answered = requests.filter(r => r.answeredAt)
    return (
      <OfficePage title="Help Requests" lead="Answer by email, then mark the request as done. The oldest is first.">
        {requests.length + flags.length > 0 && <TimeZoneNote timezone={timezone} />}
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
