import { isClosedByStaff } from '#src/access/rules/payment.ts'
import { shortDate, shortTime } from '#src/core/rules/business-day.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { refundMessages } from '#src/payments/rules/refund.ts'
import { hrefs, paths } from '../../paths.ts'
import { ActionButton } from '../../ui/button.tsx'
import { DataTable } from '../../ui/facts.tsx'
import { OfficePage, Panel, useShownOnce } from '../../ui/office-page.tsx'
import { TimeZoneNote } from '../history.tsx'
import { ListPanel, TwoLines } from '../list/list-panel.tsx'
import { csvOf } from '../list/staff-list.ts'
import { Lookup } from '../lookup.tsx'
import { staffScreen } from '../staff-screen.ts'
import { ClosedText, CloseFlag, DisputeLink, PaymentPanel, ReopenFlag } from './payment-panel.tsx'
import { compare, flagActions, loadPayments, type PaymentsPage, paymentList, refund } from './payments.tsx'

/** Payments: those that need attention and the comparisons, or the payments of one person with refunds. */
export const paymentsScreen = staffScreen<PaymentsPage>({
  path: paths.payments,
  nav: { section: 'Payments', label: 'Payments', waits: 'payments' },
  load: async context => csvOf(paymentList, context) ?? loadPayments(context),
  submit: { refund, ...flagActions, compare },
  fields: ['note'],
  View: ({ data, site }) => (
    <OfficePage title="Payments" lead="Find a payment, or review the ones that need attention.">
      {data.token && <ByToken {...data} />}
      <TimeZoneNote timezone={site.timezone} />
      {data.person ? (
        <>
          <p>
            <a href={hrefs.token(data.token)}>
              {data.person.entitlement.name ?? data.person.entitlement.email ?? data.token}
            </a>
          </p>
          {data.person.payments.length === 0 && <p className="soft">This person has not started a card payment.</p>}
          {data.person.payments.map(p => (
            <PaymentPanel
              key={p.checkout.sessionId}
              payment={p}
              token={data.token}
              action={hrefs.payments(data.token)}
              canChange={data.rights.change}
              timezone={site.timezone}
            />
          ))}
        </>
      ) : (
        !data.token && (
          <>
            <Flags flags={data.flags} closed={data.closed} canChange={data.rights.change} timezone={site.timezone} />
            <ByToken {...data} />
            {data.list && <ListPanel list={paymentList} shown={data.list} timezone={site.timezone} />}
            <Comparisons compared={data.compared} canStart={data.rights.change} timezone={site.timezone} />
          </>
        )
      )}
    </OfficePage>
  ),
})

const ByToken = ({ token, problem }: Pick<PaymentsPage, 'token' | 'problem'>) => (
  <Lookup action={paths.payments} label="Token" name="token" defaultValue={token} problem={problem} button="Find" />
)

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
const Flags = ({ flags, closed, canChange, timezone }: FlagsProps) => (
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
          <>
            {f.sentence} {f.disputeId && <DisputeLink {...f} disputeId={f.disputeId} timezone={timezone} />}
          </>,
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

interface ComparisonsProps extends Pick<PaymentsPage, 'compared'> {
  canStart: boolean
  timezone: string
}

/** Comparisons of our payments with the card provider's: what was fixed, and what needs attention. */
const Comparisons = ({ compared, canStart, timezone }: ComparisonsProps) => {
  const { comparing } = useShownOnce<{ comparing: true }>()
  return (
    <Panel title="Comparisons with the card provider">
      {comparing && (
        <p role="status">
          {refundMessages.started} <a href={paths.payments}>Reload this page</a> in a moment to see the result.
        </p>
      )}
      {canStart && !comparing && (
        <form method="post" action={paths.payments}>
          <ActionButton intent="compare" label="Compare now" look="quiet" />
        </form>
      )}
      <DataTable
        caption="Comparisons, newest first"
        head={['When', 'Compared', 'Fixed', 'Needs attention']}
        figures={[1]}
        empty="The first comparison runs tonight."
        rows={compared.map(r => ({
          key: r.at.toISOString(),
          cells: [
            shortTime(r.at, timezone),
            r.compared,
            <Lines key="h" lines={r.healed} />,
            <Lines key="o" lines={r.open} />,
          ],
        }))}
      />
    </Panel>
  )
}

const Lines = ({ lines }: { lines: string[] }) =>
  lines.length === 0 ? (
    'none'
  ) : (
    <ul>
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
