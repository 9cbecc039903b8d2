import { rowId } from '#src/core/rules/row-id.ts'
import { refundStatus } from '#src/payments/contract.ts'
import { refundMessages, refundRefusals } from '#src/payments/rules/refund.ts'
import type { FlagNote } from '../../paths.ts'
import { type Form, type LocalPath, type Result, redirect } from '../../screen.ts'
import type { FeedbackText } from '../../ui/feedback.tsx'
import type { StaffContext } from '../staff-screen.ts'
import type { FlagProblem } from './flag-forms.tsx'

/** A change of a flag that was refused. */
export interface FlagRefused {
  status: number
  feedback: FeedbackText | null
  flagProblem: FlagProblem | null
}

/** A page with flags: where it is shown after a change, and how it shows a refused one. */
interface FlagPage<D> {
  to(note: FlagNote): LocalPath
  show(refused: FlagRefused): Promise<Result<D>>
}

const MOST_NOTE = 500

export const closeFlag = async <D>(
  { modules, staff }: StaffContext,
  { fields }: Form,
  { to, show }: FlagPage<D>,
): Promise<Result<D>> => {
  const id = rowId(fields.id) ?? 0
  const note = (fields.note ?? '').slice(0, MOST_NOTE)
  const closed = await modules.payments.closePaymentFlag({ id, note }, staff)
  if (closed.ok) return redirect(to('closed'))
  const { message: text } = refundRefusals[closed.reason]
  const status = refundStatus[closed.reason]
  return closed.reason === 'note_required'
    ? show({ status, feedback: null, flagProblem: { id, typed: note, text } })
    : show({ status, feedback: { tone: 'problem', text }, flagProblem: null })
}

export const reopenFlag = async <D>(
  { modules, staff }: StaffContext,
  { fields }: Form,
  { to, show }: FlagPage<D>,
): Promise<Result<D>> => {
  const reopened = await modules.payments.reopenPaymentFlag({ id: rowId(fields.id) ?? 0 }, staff)
  if (reopened.ok) return redirect(to('reopened'))
  const text = refundRefusals[reopened.reason].message
  return show({ status: refundStatus[reopened.reason], feedback: { tone: 'problem', text }, flagProblem: null })
}

/** Turns the note in the URL into a message. */
export const flagFeedback = ({ query: { note } }: StaffContext): FeedbackText | null => {
  if (note === 'closed') return { tone: 'good', text: refundMessages.flagClosed }
  return note === 'reopened' ? { tone: 'good', text: refundMessages.flagReopened } : null
}
