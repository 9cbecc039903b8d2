import { calledName } from '#src/access/rules/entitlement.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { listAllPayments } from '#src/payments/list-payments.ts'
import { type ListedPayment, paymentSorts, paymentStates, paymentStateText } from '#src/payments/rules/payment-list.ts'
import { hrefs, paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { productFilter, schoolFilter, stateFilter, termFilter } from '../list/filters.ts'
import type { StaffList } from '../list/staff-list.ts'
import { TwoLines } from '../list/two-lines.tsx'

const State = ({ payment }: { payment: ListedPayment }) => {
  const tone = payment.status === 'paid' ? 'good' : payment.status === 'flagged' ? 'problem' : 'plain'
  return <Badge tone={payment.refunded > 0 ? 'plain' : tone}>{paymentStateText(payment)}</Badge>
}

/** All card payments, each with the page that refunds it. */
export const paymentList: StaffList<ListedPayment> = {
  name: 'payments',
  title: 'All payments',
  path: paths.payments,
  search: 'Name or email begins with',
  columns: [
    {
      head: 'Person',
      value: p => p.name,
      cell: p => (
        <TwoLines below={p.email}>
          <a href={hrefs.paymentPage(p.id)}>{calledName(p)}</a>
        </TwoLines>
      ),
    },
    { head: 'Email', value: p => p.email, inFile: true },
    { head: 'Course', value: p => p.course, cell: p => <TwoLines below={p.school}>{p.course}</TwoLines> },
    { head: 'School', value: p => p.school, inFile: true },
    { head: 'Amount', value: p => moneyText(p), figure: true },
    {
      head: 'Refunded',
      value: p => (p.refunded > 0 ? moneyText({ amount: p.refunded, currency: p.currency }) : ''),
      figure: true,
    },
    { head: 'State', value: paymentStateText, cell: p => <State payment={p} /> },
    { head: 'Date', value: p => p.at },
  ],
  filters: [schoolFilter, termFilter, stateFilter(paymentStates), productFilter],
  sorts: paymentSorts,
  empty: 'No payment matches.',
  holds: 'people',
  find: listAllPayments,
}
