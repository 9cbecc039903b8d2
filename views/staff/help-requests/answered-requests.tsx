import { shortTime } from '#src/core/rules/business-day.ts'
import { hrefs } from '../../paths.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { HelpRequest } from './screen.tsx'

/** Requests that are done, the newest first. */
export const AnsweredRequests = ({ requests, timezone }: { requests: HelpRequest[]; timezone: string }) => (
  <Panel title={`Answered (${requests.length})`}>
    <DataTable
      caption="Answered help requests"
      head={['Asked', 'From', 'Course', 'Question', 'Answered']}
      empty="No request was answered yet."
      rows={requests.map(request => ({
        key: request.id,
        cells: [
          <span key="a" id={`request-${request.id}`}>
            {shortTime(request.at, timezone)}
          </span>,
          <a key="f" href={request.personId ? hrefs.personPage(request.personId) : hrefs.email(request.email)}>
            {request.name ?? request.email}
          </a>,
          request.courseId && (
            <a key="c" href={hrefs.coursePage(request.courseId)}>
              {request.course}
            </a>
          ),
          <span key="q" className="as-typed">
            {request.text}
          </span>,
          request.answeredAt && shortTime(request.answeredAt, timezone),
        ],
      }))}
    />
  </Panel>
)
