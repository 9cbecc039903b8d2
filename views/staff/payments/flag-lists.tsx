import { isClosedByStaff } from '#src/access/rules/payment.ts'
import { shortDate } from '#src/core/rules/business-day.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { hrefs, paths } from '../../paths.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { TwoLines } from '../list/two-lines.tsx'
import { ClosedText, CloseFlag, ReopenFlag } from './flag-forms.tsx'
import type { PaymentsPage } from './load.ts'

type Flag = PaymentsPage['flags'][number]

const Whose = ({ flag: { personId, courseId, course, name, email, token } }: { flag: Flag }) => (
  <TwoLines below={<a href={hrefs.coursePage(courseId)}>{course}</a>}>
    <a href={hrefs.personPage(personId)}>{name ?? email ?? token}</a>
  </TwoLines>
)

const Amount = ({ flag }: { flag: Flag }) => <a href={hrefs.paymentPage(flag.checkoutId)}>{moneyText(flag)}</a>

interface FlagsProps extends Pick<PaymentsPage, 'flags' | 'closed'> {
  canChange: boolean
  timezone: string
}

/** Payments that need attention, oldest first, and those that staff or the end of their reason closed. */
export const Flags = ({ flags, closed, canChange, timezone }: FlagsProps) => (
  <Panel title={flags.length === 0 ? 'Needs attention' : `Needs attention (${flags.length})`}>
    <DataTable
      caption="Payments that need attention"
      head={['Payment', 'Amount', 'Problem', 'Since', 'What was done']}
      figures={[1]}
      empty="No payments need attention."
      rows={flags.map(f => ({
        key: f.id,
        cells: [
          <Whose key="w" flag={f} />,
          <Amount key="a" flag={f} />,
          f.sentence,
          shortDate(f.openedAt, timezone),
          canChange && <CloseFlag key="f" id={f.id} action={paths.payments} />,
        ],
      }))}
    />
    {closed && closed.total > 0 && <Closed closed={closed} canChange={canChange} timezone={timezone} />}
  </Panel>
)

interface ClosedProps extends Pick<FlagsProps, 'canChange' | 'timezone'> {
  closed: NonNullable<FlagsProps['closed']>
}

const Closed = ({ closed: { flags, total }, canChange, timezone }: ClosedProps) => (
  <details id="closed">
    <summary>Closed ({total})</summary>
    {total > flags.length && (
      <p className="soft">
        The last {flags.length}. The page of each payment has all of its flags, <a href={paths.audit}>Audit</a> has all.
      </p>
    )}
    <DataTable
      caption="Closed flags"
      head={['Payment', 'Amount', 'Problem', 'Closed']}
      figures={[1]}
      empty=""
      rows={flags.map(f => ({
        key: f.id,
        cells: [
          <Whose key="w" flag={f} />,
          <Amount key="a" flag={f} />,
          f.sentence,
          <div key="c" className="closed-flag">
            <p>
              <ClosedText flag={f} timezone={timezone} />
            </p>
            {canChange && isClosedByStaff(f) && <ReopenFlag id={f.id} action={paths.payments} />}
          </div>,
        ],
      }))}
    />
  </details>
)
