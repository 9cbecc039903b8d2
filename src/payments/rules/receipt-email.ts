import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { cleanEmail } from '#src/core/rules/person.ts'

type ReceiptEmail = { ok: true; email: string } | Refused<'receipt_email_required' | 'receipt_email_invalid'>

/** Returns the address for the receipt as stored, or why it is refused. */
export const readReceiptEmail = (typed = ''): ReceiptEmail => {
  if (typed.trim() === '') return refuse('receipt_email_required')
  const email = cleanEmail(typed)
  return email ? { ok: true, email } : refuse('receipt_email_invalid')
}
