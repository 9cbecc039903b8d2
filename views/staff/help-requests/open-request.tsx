import { shortTime } from '#src/core/rules/business-day.ts'
import { hrefs, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { RequestFacts } from './request-facts.tsx'
import type { HelpRequest } from './screen.tsx'

interface OpenRequestProps {
  request: HelpRequest
  timezone: string
  mayClose: boolean
}

/** One request that waits: the question with its buttons, and beside it who asks about which course. */
export const OpenRequest = ({ request, timezone, mayClose }: OpenRequestProps) => (
  <Panel id={`request-${request.id}`} title={request.name ?? request.email}>
    <div className="request">
      <div>
        <p className="soft">{shortTime(request.at, timezone)}</p>
        <p className="as-typed">{request.text}</p>
        <div className="buttons">
          <a className="button button-quiet" href={`mailto:${request.email}`}>
            Reply to {request.email}
          </a>
          {mayClose && (
            <form method="post" action={paths.support}>
              <input type="hidden" name="id" value={request.id} />
              <Button look="quiet">Mark as done</Button>
            </form>
          )}
        </div>
      </div>
      <div>
        <RequestFacts request={request} />
        <p>
          <a href={hrefs.email(request.email)}>Check this email</a>
        </p>
      </div>
    </div>
  </Panel>
)
