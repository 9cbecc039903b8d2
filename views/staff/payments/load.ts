import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { moneyText } from '#src/core/rules/money.ts'
import type { Refused } from '#src/core/rules/outcome.ts'
import { rowId, rowIds } from '#src/core/rules/row-id.ts'
import type { Modules } from '#src/modules.ts'
import { refundStatus } from '#src/payments/contract.ts'
import type { ListedPayment } from '#src/payments/rules/payment-list.ts'
import {
  describeRefund,
  effectsKey,
  type RefundReason,
  refundMessages,
  refundRefusals,
} from '#src/payments/rules/refund.ts'
import type { FeedbackText } from '../../answer.ts'
import { type Form, page, type Result } from '../../screen.ts'
import { answerOf, type Confirmation } from '../confirm.tsx'
import { loadList, type ShownList } from '../list/staff-list.ts'
import { type Rights, rightsOf, type StaffContext, urlParam } from '../staff-screen.ts'
import { paymentList } from './payment-list.tsx'

type Person = NonNullable<Awaited<ReturnType<Modules['payments']['listPersonPayments']>>>
export type StaffPayment = Person['payments'][number]

export interface PaymentsPage {
  token: string
  person: Person | null
  flags: Awaited<ReturnType<Modules['payments']['listPaymentFlags']>>
  compared: Awaited<ReturnType<Modules['payments']['listReconciliations']>>
  /** Null for one person. */
  list: ShownList<ListedPayment> | null
  rights: Rights
  problem: string | null
  feedback: FeedbackText | null
  /** This request started a comparison. */
  comparing: boolean
  /** Action that waits for confirmation. */
  confirmation: Confirmation | null
}

export const showPayments = async (
  context: StaffContext,
  feedback: FeedbackText | null = null,
  status?: number,
  { confirmation = null, comparing = false }: Partial<Pick<PaymentsPage, 'confirmation' | 'comparing'>> = {},
): Promise<Result<PaymentsPage>> => {
  const { modules, staff } = context
  const token = urlParam(context, 'token')
  const person = token ? await modules.payments.listPersonPayments(token, staff) : null
  const data: PaymentsPage = {
    token,
    person,
    flags: token ? [] : await modules.payments.listPaymentFlags(),
    compared: token ? [] : await modules.payments.listReconciliations(),
    list: token ? null : await loadList(paymentList, context),
    rights: rightsOf(staff),
    problem: token && !person ? adminMessages.neither : null,
    feedback,
    comparing,
    confirmation,
  }
  return page(data, { title: 'Payments', status: status ?? (data.problem ? 404 : 200) })
}

const good = (text: string): FeedbackText => ({ tone: 'good', text })
const bad = (text: string): FeedbackText => ({ tone: 'problem', text })

/** Refunds the selected products, or everything that is left. Asks for confirmation first. */
export const refund = async (context: StaffContext, form: Form) => {
  const { payments } = context.modules
  const sessionId = form.fields.session_id ?? ''
  const request = { sessionId, productIds: rowIds(form.all.product_ids) }
  const preview = await payments.previewRefund(request, context.staff)
  if (!preview.ok) return showRefused(context, preview)
  const { effects } = preview
  const answer = answerOf(form)
  const ask = async (problem: string | null, status: number) => {
    const confirmation: Confirmation = {
      title: 'Refund this payment?',
      says: describeRefund(effects),
      effectsKey: effectsKey(effects),
      fields: { session_id: sessionId, product_ids: request.productIds.map(String) },
      intent: 'refund',
      button: 'Refund',
      isDangerous: true,
      reason: answer?.reason ?? '',
      problem,
    }
    return showPayments(context, null, status, { confirmation })
  }
  if (!answer) return ask(null, 200)
  const result = await payments.refundPayment({ ...request, ...answer }, context.staff)
  if (result.ok) return showPayments(context, good(`${moneyText(result)}: ${refundMessages.done}`))
  const isAskedAgain = result.reason === 'reason_required' || result.reason === 'effects_changed'
  return isAskedAgain
    ? ask(refundRefusals[result.reason].message, refundStatus[result.reason])
    : showRefused(context, result)
}

const showRefused = (context: StaffContext, { reason }: Refused<RefundReason>) =>
  showPayments(context, bad(refundRefusals[reason].message), refundStatus[reason])

export const closeFlag = async (context: StaffContext, { fields }: Form) => {
  const id = rowId(fields.id) ?? 0
  const note = fields.note?.trim().slice(0, 500) || undefined
  const closed = await context.modules.payments.closePaymentFlag({ id, note }, context.staff)
  return closed.ok ? showPayments(context, good(refundMessages.flagClosed)) : showRefused(context, closed)
}

export const compare = async (context: StaffContext) => {
  const started = await context.modules.payments.startReconciliation(context.staff)
  return started.ok ? showPayments(context, null, 200, { comparing: true }) : showRefused(context, started)
}
