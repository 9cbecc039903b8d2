import { calledName } from '#src/access/rules/entitlement.ts'
import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { rowId, rowIds } from '#src/core/rules/rows.ts'
import { localPath } from '#src/core/rules/web-addresses.ts'
import { refundStatus } from '#src/payments/contract.ts'
import {
  closePaymentFlag,
  listClosedFlags,
  listPaymentFlags,
  listPaymentRows,
  listPersonPayments,
  reopenPaymentFlag,
} from '#src/payments/payments.ts'
import { listReconciliations, startReconciliation } from '#src/payments/reconciliations.ts'
import { previewRefund, refundPayment } from '#src/payments/refunds.ts'
import { type ListedPayment, paymentSorts, paymentStates, paymentStateText } from '#src/payments/rules/payment-list.ts'
import { describeRefund, effectsKey, refundMessages, refundRefusals } from '#src/payments/rules/refund.ts'
import { askFirst, done, makeRefuser } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type DataOf, type Form, page } from '../../screen.ts'
import { Badge, linkTo } from '../../ui/facts.tsx'
import { Email, twoLines } from '../list/list-panel.tsx'
import { loadList, productFilter, type StaffList, schoolFilter, stateFilter, termFilter } from '../list/staff-list.ts'
import { type StaffContext, urlParam } from '../staff-screen.ts'

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
      cell: p => twoLines(linkTo(hrefs.paymentPage(p.id), calledName(p)), p.email && <Email email={p.email} />),
    },
    { head: 'Email', value: p => p.email, inFile: true },
    { head: 'Course', value: p => p.course, cell: p => twoLines(p.course, p.school) },
    { head: 'School', value: p => p.school, inFile: true },
    { head: 'Amount', value: p => moneyText(p), figure: true },
    { head: 'Refunded', value: p => (p.refunded > 0 ? moneyText({ ...p, amount: p.refunded }) : ''), figure: true },
    { head: 'State', value: paymentStateText, cell: p => <State payment={p} /> },
    { head: 'Date', value: p => p.at },
  ],
  filters: [schoolFilter, termFilter, stateFilter(paymentStates), productFilter],
  sorts: paymentSorts,
  empty: 'No payment matches.',
  holds: 'people',
  find: ({ db }, query, staff) => listPaymentRows(db, query, staff),
}

/** The payments of the person whose token is in the address; without one, the flags, the list and the comparisons. */
export const loadPayments = async (context: StaffContext) => {
  const { app, staff } = context
  const token = urlParam(context, 'token')
  const person = token ? await listPersonPayments(app, token, staff) : null
  const problem = token && !person ? adminMessages.neither : null
  const all = token
    ? null
    : {
        flags: await listPaymentFlags(app),
        closed: await listClosedFlags(app),
        compared: await listReconciliations(app.db),
        list: await loadList(paymentList, context),
      }
  return page({ token, person, problem, all }, { title: 'Payments', status: problem ? 404 : 200 })
}
export type AllPayments = NonNullable<DataOf<typeof loadPayments>['all']>

const refuse = makeRefuser(refundRefusals, refundStatus)

/** Refunds the selected products, or everything that is left. Asks for confirmation first. */
export const refund = async (context: StaffContext, form: Form) => {
  const { app } = context
  const request = { sessionId: form.fields.session_id ?? '', productIds: rowIds(form.all.product_ids) }
  const preview = await previewRefund(app, request, context.staff)
  if (!preview.ok) return refuse(preview.reason)
  const { effects } = preview
  const question = {
    title: 'Refund this payment?',
    says: describeRefund(effects),
    effectsKey: effectsKey(effects),
    button: 'Refund',
    isDangerous: true,
    needsReason: true,
  }
  return askFirst(form, question, async confirmation => {
    const result = await refundPayment(app, { ...request, ...confirmation }, context.staff)
    if (!result.ok) return refuse(result.reason)
    return done(hrefs.payments(urlParam(context, 'token')), `${moneyText(result)}: ${refundMessages.done}`)
  })
}

export const compare = async ({ app, staff }: StaffContext) => {
  const started = await startReconciliation(app, staff)
  return started.ok ? done(paths.payments, null, { shows: { comparing: true } }) : refuse(started.reason)
}

const MOST_NOTE = 500

const close = async ({ app, staff, url }: StaffContext, { fields }: Form) => {
  const note = (fields.note ?? '').slice(0, MOST_NOTE)
  const closed = await closePaymentFlag(app, { id: rowId(fields.id) ?? 0, note }, staff)
  const undo = { id: fields.id ?? '' }
  return closed.ok ? done(localPath(url), refundMessages.flagClosed, { undo }) : refuse(closed.reason)
}

const reopen = async ({ app, staff, url }: StaffContext, { fields }: Form) => {
  const reopened = await reopenPaymentFlag(app, { id: rowId(fields.id) ?? 0 }, staff)
  return reopened.ok ? done(localPath(url), refundMessages.flagReopened) : refuse(reopened.reason)
}

/** Actions of pages that show flags of payments. The page needs the field `note`, which shows its own problem. */
export const flagActions = { close, reopen, undo: reopen }
