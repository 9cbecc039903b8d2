import { localPath } from '#src/core/rules/local-path.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { closePaymentFlag, reopenPaymentFlag } from '#src/payments/payment-flags.ts'
import { refundMessages } from '#src/payments/rules/refund.ts'
import { done } from '../../answer.ts'
import type { Form } from '../../screen.ts'
import type { StaffContext } from '../staff-screen.ts'
import { refuse } from './load.ts'

const MOST_NOTE = 500

const close = async ({ app, staff, url }: StaffContext, { fields }: Form) => {
  const note = (fields.note ?? '').slice(0, MOST_NOTE)
  const closed = await closePaymentFlag(app, { id: rowId(fields.id) ?? 0, note }, staff)
  return closed.ok ? done(localPath(url), refundMessages.flagClosed) : refuse(closed.reason)
}

const reopen = async ({ app, staff, url }: StaffContext, { fields }: Form) => {
  const reopened = await reopenPaymentFlag(app, { id: rowId(fields.id) ?? 0 }, staff)
  return reopened.ok ? done(localPath(url), refundMessages.flagReopened) : refuse(reopened.reason)
}

/** Actions of pages that show flags of payments. The page needs the field `note`, which shows its own problem. */
export const flagActions = { close, reopen }
