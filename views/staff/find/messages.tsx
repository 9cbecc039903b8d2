import { shortTime } from '#src/core/rules/business-day.ts'
import type { FoundMail, SearchResult } from '#src/staff/rules/search-result.ts'
import { mailName } from '#src/staff/rules/waiting-work.ts'
import { hrefs } from '../../paths.ts'
import { TwoLines } from '../list/two-lines.tsx'
import { ResultTable } from './result-table.tsx'

interface MessagesProps {
  found: Pick<SearchResult, 'helpRequests' | 'mails'>
  timezone: string
}

/** Lists help requests and sent mail. */
export const Messages = ({ found: { helpRequests, mails }, timezone }: MessagesProps) => (
  <>
    <ResultTable
      title="Help requests"
      head={['Request', 'From', 'State', 'Date']}
      rows={helpRequests.map(r => ({
        key: r.id,
        cells: [
          <a key="r" href={hrefs.helpRequest(r.id)}>
            {r.text.length > SHOWN ? `${r.text.slice(0, SHOWN)}…` : r.text}
          </a>,
          <a key="f" href={hrefs.email(r.email)}>
            {r.email}
          </a>,
          r.isAnswered ? 'answered' : 'waits for an answer',
          shortTime(r.at, timezone),
        ],
      }))}
    />
    <ResultTable
      title="Mail"
      head={['Mail', 'To', 'State', 'Date']}
      rows={mails.map(m => ({
        key: m.id,
        cells: [
          m.course ? (
            <TwoLines key="m" below={[m.course, m.school].filter(Boolean).join(' · ')}>
              {mailName(m.kind)}
            </TwoLines>
          ) : (
            mailName(m.kind)
          ),
          <a key="t" href={hrefs.email(m.recipient)}>
            {m.recipient}
          </a>,
          mailState(m),
          shortTime(m.createdAt, timezone),
        ],
      }))}
    />
  </>
)

/** Characters of a request that a result shows. */
const SHOWN = 120

const mailState = ({ sentAt, refusedAt }: FoundMail): string =>
  refusedAt ? 'refused by the mail server' : sentAt ? 'sent' : 'waits'
