import { shortDay, shortTime } from '#src/core/rules/business-day.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { messagesStatus } from '#src/messages/contract.ts'
import { answerRefusals, helpAnswered } from '#src/messages/rules/help.ts'
import type { Modules } from '#src/modules.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Feedback, type FeedbackText } from '../../ui/feedback.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { type Rights, rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import { TimeZoneNote } from '../time-zone-note.tsx'
import { RequestFacts } from './request-facts.tsx'

type Help = Awaited<ReturnType<Modules['messages']['listHelp']>>

interface HelpRequestsPage extends Help {
  rights: Rights
  feedback: FeedbackText | null
}

const show = async (context: StaffContext, feedback: FeedbackText | null = null, status = 200) => {
  const help = await context.modules.messages.listHelp()
  return page({ ...help, rights: rightsOf(context.staff), feedback }, { title: 'Help Requests', status })
}

const answer = async (context: StaffContext, { fields }: Form) => {
  const id = rowId(fields.id) ?? 0
  const result = await context.modules.messages.markHelpAnswered(id, context.staff)
  if (result.ok) return show(context, { tone: 'good', text: helpAnswered })
  const { message: text } = answerRefusals[result.reason]
  return show(context, { tone: 'problem', text }, messagesStatus[result.reason])
}

/** Help requests, and counts of payment pages that were opened without a token. */
export const helpRequestsScreen = staffScreen<HelpRequestsPage>({
  path: paths.support,
  nav: { group: 'People', label: 'Help Requests', waits: 'help' },
  load: context => show(context),
  submit: { default: answer },
  View: ({ data, site }) => (
    <OfficePage title="Help Requests" lead="Answer by email, then mark the request as done.">
      {data.requests.length + data.flags.length > 0 && <TimeZoneNote timezone={site.timezone} />}
      <Feedback feedback={data.feedback} />
      {data.requests.length === 0 && <p className="soft">No help requests yet.</p>}
      {data.requests.map(r => (
        <Panel key={r.id} id={`request-${r.id}`} title={r.email} form>
          <p className="soft">
            {shortTime(r.at, site.timezone)} {r.answeredAt && <Badge tone="good">answered</Badge>}
          </p>
          <p className="as-typed">{r.text}</p>
          <p>
            Reply to <a href={`mailto:${r.email}`}>{r.email}</a>
          </p>
          <RequestFacts facts={r.facts} email={r.email} />
          <p>
            <a href={hrefs.email(r.email)}>Check this email</a>
          </p>
          {data.rights.change && !r.answeredAt && (
            <form method="post" action={paths.support}>
              <input type="hidden" name="id" value={r.id} />
              <Button look="quiet">Mark as done</Button>
            </form>
          )}
        </Panel>
      ))}
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
          rows={data.flags.map(f => ({
            key: `${f.day} ${f.page}`,
            cells: [shortDay(f.day), f.page, f.count, shortTime(f.lastAt, site.timezone)],
          }))}
        />
      </Panel>
    </OfficePage>
  ),
})
