import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { rowIds } from '#src/core/rules/row-id.ts'
import { refundStatus } from '#src/payments/contract.ts'
import { listClosedFlags, listPaymentFlags, listPersonPayments } from '#src/payments/list-payments.ts'
import { listReconciliations, startReconciliation } from '#src/payments/reconcile.ts'
import { previewRefund, refundPayment } from '#src/payments/refund-payment.ts'
import type { ListedPayment } from '#src/payments/rules/payment-list.ts'
import {
  describeRefund,
  effectsKey,
  type RefundReason,
  refundMessages,
  refundRefusals,
} from '#src/payments/rules/refund.ts'
import { ask, confirmationIn, done, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { loadList, type ShownList } from '../list/staff-list.ts'
import { type Rights, rightsOf, type StaffContext, urlParam } from '../staff-screen.ts'
import { paymentList } from './payment-list.tsx'

type Person = NonNullable<Awaited<ReturnType<typeof listPersonPayments>>>
export type StaffPayment = Person['payments'][number]

export interface PaymentsPage {
  token: string
  person: Person | null
  flags: Awaited<ReturnType<typeof listPaymentFlags>>
  /** Null for one person. */
  closed: Awaited<ReturnType<typeof listClosedFlags>> | null
  compared: Awaited<ReturnType<typeof listReconciliations>>
  /** Null for one person. */
  list: ShownList<ListedPayment> | null
  rights: Rights
  problem: string | null
}

export const loadPayments = async (context: StaffContext) => {
  const { app, staff } = context
  const token = urlParam(context, 'token')
  const person = token ? await listPersonPayments(app, token, staff) : null
  const data: PaymentsPage = {
    token,
    person,
    flags: token ? [] : await listPaymentFlags(app),
    closed: token ? null : await listClosedFlags(app),
    compared: token ? [] : await listReconciliations(app),
    list: token ? null : await loadList(paymentList, context),
    rights: rightsOf(staff),
    problem: token && !person ? adminMessages.neither : null,
  }
  return page(data, { title: 'Payments', status: data.problem ? 404 : 200 })
}

export const refuse = (reason: RefundReason) => refused(reason, refundRefusals[reason], refundStatus[reason])

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
  const confirmation = confirmationIn(form)
  if (!confirmation) return ask(question)
  const result = await refundPayment(app, { ...request, ...confirmation }, context.staff)
  if (result.ok) return done(hrefs.payments(urlParam(context, 'token')), `${moneyText(result)}: ${refundMessages.done}`)
  const isAskedAgain = result.reason === 'reason_required' || result.reason === 'effects_changed'
  return isAskedAgain ? ask(question, refuse(result.reason)) : refuse(result.reason)
}

export const compare = async ({ app, staff }: StaffContext) => {
  const started = await startReconciliation(app, staff)
  return started.ok ? done(paths.payments, null, { shows: { comparing: true } }) : refuse(started.reason)
}
