import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { rowId, rowIds } from '#src/core/rules/row-id.ts'
import type { Modules } from '#src/modules.ts'
import { refundMessages } from '#src/payments/rules/refund.ts'
import { type Form, page, type Result } from '../../screen.ts'
import type { Saying } from '../../ui/said.tsx'
import { answerOf, answerProblem, type Confirmation } from '../confirm.tsx'
import { type Rights, rightsOf, type StaffContext, urlParam } from '../staff-screen.ts'

type Person = NonNullable<Awaited<ReturnType<Modules['payments']['listPersonPayments']>>>
export type StaffPayment = Person['payments'][number]

export interface PaymentsPage {
  token: string
  person: Person | null
  flags: Awaited<ReturnType<Modules['payments']['listPaymentFlags']>>
  compared: Awaited<ReturnType<Modules['payments']['listReconciliations']>>
  rights: Rights
  problem: string | null
  saying: Saying | null
  /** This request started a comparison. */
  comparing: boolean
  /** Action that waits for confirmation. */
  confirmation: Confirmation | null
}

export const showPayments = async (
  context: StaffContext,
  saying: Saying | null = null,
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
    rights: rightsOf(staff),
    problem: token && !person ? adminMessages.neither : null,
    saying,
    comparing,
    confirmation,
  }
  return page(data, { title: 'Payments', status: status ?? (data.problem ? 404 : 200) })
}

const good = (text: string): Saying => ({ tone: 'good', text })
const bad = (text: string): Saying => ({ tone: 'problem', text })

/** Refunds the selected products, or everything that is left. Asks for confirmation first. */
export const refund = async (context: StaffContext, form: Form) => {
  const { modules, staff } = context
  const sessionId = form.fields.session_id ?? ''
  const request = { sessionId, productIds: rowIds(form.all.product_ids) }
  const preview = await modules.payments.previewRefund(request, staff)
  if (preview.kind === 'refused') return showPayments(context, bad(preview.message), preview.status)
  const answer = answerOf(form)
  const ask = async (problem: string | null, status: number) => {
    const confirmation: Confirmation = {
      title: 'Refund this payment?',
      says: preview.says,
      fields: { session_id: sessionId, product_ids: request.productIds.map(String) },
      intent: 'refund',
      button: 'Refund',
      reason: answer?.reason ?? '',
      problem,
    }
    return showPayments(context, null, status, { confirmation })
  }
  const wrong = answerProblem(answer)
  if (!answer || wrong) return ask(wrong, wrong ? 422 : 200)
  const result = await modules.payments.refundPayment({ ...request, ...answer }, staff)
  if (result.kind === 'refunded') return showPayments(context, good(`${moneyText(result)}: ${refundMessages.done}`))
  return result.field === 'seen'
    ? ask(result.message, result.status)
    : showPayments(context, bad(result.message), result.status)
}

export const closeFlag = async (context: StaffContext, { fields }: Form) => {
  const id = rowId(fields.id) ?? 0
  const note = fields.note?.trim().slice(0, 500) || undefined
  const done = await context.modules.payments.closePaymentFlag({ id, note }, context.staff)
  return done
    ? showPayments(context, good(refundMessages.flagClosed))
    : showPayments(context, bad(refundMessages.flagNotFound), 404)
}

export const compare = async (context: StaffContext) =>
  (await context.modules.payments.startReconciliation(context.staff))
    ? showPayments(context, null, 200, { comparing: true })
    : showPayments(context, bad(refundMessages.noCard), 409)
