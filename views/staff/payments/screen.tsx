import { isClosedByStaff } from '#src/access/rules/payment.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { refundMessages } from '#src/payments/rules/refund.ts'
import { hrefs, paths } from '../../paths.ts'
import { PostButton } from '../../ui/button.tsx'
import { Bullets, DataTable, linkTo } from '../../ui/facts.tsx'
import { OfficePage, Panel, useDates, useShownOnce } from '../../ui/office-page.tsx'
import { TimeZoneNote } from '../history.tsx'
import { ListPanel, twoLines } from '../list/list-panel.tsx'
import { csvOf } from '../list/staff-list.ts'
import { Lookup } from '../lookup.tsx'
import { staffScreen, useRights } from '../staff-screen.ts'
import { ClosedText, CloseFlag, DisputeLink, PaymentPanel, ReopenFlag } from './payment-panel.tsx'
import { type AllPayments, compare, flagActions, loadPayments, paymentList, refund } from './payments.tsx'

/** Payments: those that need attention and the comparisons, or the payments of one person with refunds. */
export const paymentsScreen = staffScreen({
  path: paths.payments,
  nav: { section: 'Payments', label: 'Payments', waits: 'payments' },
  load: async context => csvOf(paymentList, context) ?? loadPayments(context),
  submit: { refund, ...flagActions, compare },
  fields: ['note'],
  View: ({ data: { token, person, problem, all } }) => {
    const lookup = (
      <Lookup action={paths.payments} label="Token" name="token" defaultValue={token} problem={problem} button="Find" />
    )
    return (
      <OfficePage title="Payments" lead="Find a payment, or review the ones that need attention.">
        {token && lookup}
        <TimeZoneNote />
        {person && (
          <>
            <p>
              <a href={hrefs.token(token)}>{person.entitlement.name ?? person.entitlement.email ?? token}</a>
            </p>
            {person.payments.length === 0 && <p className="soft">This person has not started a card payment.</p>}
            {person.payments.map(p => (
              <PaymentPanel key={p.checkout.sessionId} payment={p} token={token} action={hrefs.payments(token)} />
            ))}
          </>
        )}
        {all && (
          <>
            <Flags {...all} />
            {lookup}
            <ListPanel list={paymentList} shown={all.list} />
            <Comparisons compared={all.compared} />
          </>
        )}
      </OfficePage>
    )
  },
})

type Flag = AllPayments['flags'][number]

/** The cells that name the payment of a flag: whose it is, and its amount. */
const paymentCells = (flag: Flag) => [
  twoLines(
    linkTo(hrefs.personPage(flag.personId), flag.name ?? flag.email ?? flag.token),
    linkTo(hrefs.coursePage(flag.courseId), flag.course),
  ),
  linkTo(hrefs.paymentPage(flag.checkoutId), moneyText(flag)),
]

/** Payments that need attention, oldest first, and those that staff or the end of their reason closed. */
const Flags = ({ flags, closed }: Pick<AllPayments, 'flags' | 'closed'>) => {
  const { date } = useDates()
  const { change } = useRights()
  return (
    <Panel title={flags.length === 0 ? 'Needs attention' : `Needs attention (${flags.length})`}>
      <DataTable
        caption="Payments that need attention"
        head={['Payment', 'Amount', 'Problem', 'Since', 'What was done']}
        figures={[1]}
        empty="No payments need attention."
        rows={flags.map(f => ({
          key: f.id,
          cells: [
            ...paymentCells(f),
            <>
              {f.sentence} {f.disputeId && <DisputeLink {...f} disputeId={f.disputeId} />}
            </>,
            date(f.openedAt),
            change && <CloseFlag key="f" id={f.id} action={paths.payments} />,
          ],
        }))}
      />
      {closed.total > 0 && <Closed {...closed} />}
    </Panel>
  )
}

const Closed = ({ flags, total }: AllPayments['closed']) => {
  const { change } = useRights()
  return (
    <details id="closed">
      <summary>Closed ({total})</summary>
      {total > flags.length && (
        <p className="soft">
          The last {flags.length}. The page of each payment has all of its flags, <a href={paths.audit}>Audit</a> has
          all.
        </p>
      )}
      <DataTable
        caption="Closed flags"
        head={['Payment', 'Amount', 'Problem', 'Closed']}
        figures={[1]}
        rows={flags.map(f => ({
          key: f.id,
          cells: [
            ...paymentCells(f),
            f.sentence,
            <div key="c" className="closed-flag">
              <p>
                <ClosedText flag={f} />
              </p>
              {change && isClosedByStaff(f) && <ReopenFlag id={f.id} action={paths.payments} />}
            </div>,
          ],
        }))}
      />
    </details>
  )
}

/** Comparisons of our payments with the card provider's: what was fixed, and what needs attention. */
const Comparisons = ({ compared }: Pick<AllPayments, 'compared'>) => {
  const { comparing } = useShownOnce<{ comparing: true }>()
  const { time } = useDates()
  const { change } = useRights()
  return (
    <Panel title="Comparisons with the card provider">
      {comparing && (
        <p role="status">
          {refundMessages.started} <a href={paths.payments}>Reload this page</a> in a moment to see the result.
        </p>
      )}
      {change && !comparing && <PostButton to={paths.payments} intent="compare" label="Compare now" />}
      <DataTable
        caption="Comparisons, newest first"
        head={['When', 'Compared', 'Fixed', 'Needs attention']}
        figures={[1]}
        empty="The first comparison runs tonight."
        rows={compared.map(r => ({
          key: r.at.toISOString(),
          cells: [time(r.at), r.compared, linesOf(r.healed), linesOf(r.open)],
        }))}
      />
    </Panel>
  )
}

const linesOf = (lines: string[]) => (lines.length === 0 ? 'none' : <Bullets of={lines} />)
