import { moneyText } from '#src/domain/card.ts'
import { refundMessages } from '#src/domain/refund.ts'
import { adminMessages } from '#src/domain/staff-messages.ts'
import type { Operations } from '#src/operations/index.ts'
import { type Form, page, type Result } from '../../screen.ts'
import type { Saying } from '../../ui/said.tsx'
import { asked, type Rights, rightsOf, type StaffContext } from '../staff-screen.ts'

type Person = NonNullable<Awaited<ReturnType<Operations['listPersonPayments']>>>
export type StaffPayment = Person['payments'][number]

export interface PaymentsPage {
  token: string
  person: Person | null
  flags: Awaited<ReturnType<Operations['listPaymentFlags']>>
  compared: Awaited<ReturnType<Operations['listReconciled']>>
  rights: Rights
  problem: string | null
  saying: Saying | null
}

export const showPayments = async (
  context: StaffContext,
  saying: Saying | null = null,
  status?: number,
): Promise<Result<PaymentsPage>> => {
  const { operations, staff } = context
  const token = asked(context, 'token')
  const person = token ? await operations.listPersonPayments(token, staff) : null
  const data: PaymentsPage = {
    token,
    person,
    flags: token ? [] : await operations.listPaymentFlags(),
    compared: token ? [] : await operations.listReconciled(),
    rights: rightsOf(staff),
    problem: token && !person ? adminMessages.neither : null,
    saying,
  }
  return page(data, { title: 'Payments', status: status ?? (data.problem ? 404 : 200) })
}

const good = (text: string): Saying => ({ tone: 'good', text })
const bad = (text: string): Saying => ({ tone: 'problem', text })

/** All that is left, or the products that are ticked. */
export const refund = async (context: StaffContext, { fields, all }: Form) => {
  const wish = {
    sessionId: fields.session_id ?? '',
    productIds: (all.product_ids ?? []).filter(id => /^\d{1,15}$/.test(id)).map(Number),
    reason: fields.reason?.trim().slice(0, 500) || undefined,
  }
  const result = await context.operations.refundPayment(wish, context.staff)
  if (result.kind === 'refused') return showPayments(context, bad(result.message), result.status)
  return showPayments(context, good(`${moneyText(result)}: ${refundMessages.done}`))
}

export const closeFlag = async (context: StaffContext, { fields }: Form) => {
  const id = /^\d{1,15}$/.test(fields.id ?? '') ? Number(fields.id) : 0
  const note = fields.note?.trim().slice(0, 500) || undefined
  const done = await context.operations.closePaymentFlag({ id, note }, context.staff)
  return done
    ? showPayments(context, good(refundMessages.flagClosed))
    : showPayments(context, bad(refundMessages.flagNotFound), 404)
}

export const compare = async (context: StaffContext) =>
  (await context.operations.startReconciliation(context.staff))
    ? showPayments(context, good(refundMessages.started))
    : showPayments(context, bad('No card provider is set up here.'), 409)
