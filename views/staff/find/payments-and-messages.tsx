import { calledName } from '#src/access/rules/entitlement.ts'
import { shortTime } from '#src/core/rules/business-day.ts'
import { moneyText } from '#src/core/rules/money.ts'
import type { MailHistory } from '#src/staff/rules/access-history.ts'
import type { SearchResult } from '#src/staff/rules/search-result.ts'
import { mailName } from '#src/staff/rules/waiting-work.ts'
import { hrefs } from '../../paths.ts'
import { TwoLines } from '../list/two-lines.tsx'
import { ResultTable } from './result-table.tsx'

interface PaymentsAndMessagesProps {
  found: Pick<SearchResult, 'payments' | 'helpRequests' | 'mails'>
  timezone: string
}

/** Card payments by amount or date, and what an address wrote to us or got from us. */
export const PaymentsAndMessages = ({
  found: { payments, helpRequests, mails },
  timezone,
}: PaymentsAndMessagesProps) => (
  <>
    <ResultTable
      title="Payments"
      head={['Payment', 'Person', 'Course', 'Date']}
      rows={payments.map(p => ({
        key: p.id,
        cells: [
          <a key="p" href={hrefs.paymentPage(p.id)}>
            {moneyText(p)}
          </a>,
          <TwoLines key="n" below={p.email}>
            {calledName(p)}
          </TwoLines>,
          <TwoLines key="c" below={p.school}>
            {p.course}
          </TwoLines>,
          shortTime(p.at, timezone),
        ],
      }))}
    />
    <ResultTable
      title="Help requests"
      head={['Request', 'State', 'Date']}
      rows={helpRequests.map(r => ({
        key: r.id,
        cells: [
          <a key="r" href={hrefs.helpRequest(r.id)}>
            {r.text.length > SHOWN ? `${r.text.slice(0, SHOWN)}…` : r.text}
          </a>,
          r.isAnswered ? 'answered' : 'waits for an answer',
          shortTime(r.at, timezone),
        ],
      }))}
    />
    <ResultTable
      title="Mail"
      head={['Mail', 'State', 'Date']}
      rows={mails.map((m, at) => ({
        key: at,
        cells: [mailName(m.kind), mailState(m), shortTime(m.createdAt, timezone)],
      }))}
    />
  </>
)

/** Characters of a request that a result shows. */
const SHOWN = 120

const mailState = ({ sentAt, refusedAt }: MailHistory): string =>
  refusedAt ? 'refused by the mail server' : sentAt ? 'sent' : 'waits'
