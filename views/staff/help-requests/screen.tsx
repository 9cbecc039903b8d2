import type { HelpRequest, SupportFlag } from '#src/domain/help.ts'
import { paths } from '../../paths.ts'
import { page, redirect } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { staffScreen } from '../staff-screen.ts'

type Data = { requests: HelpRequest[]; flags: SupportFlag[] }

/** What people asked for on pages without a chat, and the pages that were opened without their link (spec §2). */
export const helpRequests = staffScreen<Data>({
  path: paths.helpRequests,
  nav: { group: 'System', label: 'Help requests' },
  load: async ({ operations }) => page(await operations.listHelp(), { title: 'Help requests' }),
  submit: Object.fromEntries(
    (['answered', 'open'] as const).map(intent => [
      intent,
      async ({ operations, staff }, { fields }) => {
        await operations.setAnswered(Number(fields.id) || 0, intent === 'answered', staff)
        return redirect(paths.helpRequests)
      },
    ]),
  ),
  View: ({ data }) => (
    <div className="help-requests">
      <h1>Help requests</h1>
      {data.requests.length === 0 && <p className="soft">Nobody has asked yet.</p>}
      {data.requests.map(request => (
        <Request key={request.id} request={request} />
      ))}
      <h2>Pages opened without their link</h2>
      {data.flags.length === 0 ? (
        <p className="soft">None.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Page</th>
              <th scope="col" className="figure">
                Times
              </th>
            </tr>
          </thead>
          <tbody>
            {data.flags.map(flag => (
              <tr key={flag.day + flag.page}>
                <td>{flag.day}</td>
                <td>
                  <code>{flag.page}</code>
                </td>
                <td className="figure">{flag.count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  ),
})

const Request = ({ request: { id, at, email, text, facts, answeredAt } }: { request: HelpRequest }) => (
  <article className="card help-request">
    <header>
      <a href={`mailto:${email}`}>{email}</a>
      <time dateTime={at.toISOString()} className="soft">
        {at.toISOString().slice(0, 16).replace('T', ' ')} UTC
      </time>
    </header>
    <p className="said" dir="auto">
      {text}
    </p>
    <dl className="facts">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    <form method="post" action={paths.helpRequests}>
      <input type="hidden" name="id" value={id} />
      <Button name="intent" value={answeredAt ? 'open' : 'answered'} look="quiet">
        {answeredAt ? 'Open again' : 'Mark as answered'}
      </Button>
    </form>
  </article>
)
