import pay from '#src/core/rules/languages/en/pages/pay.ts'
import { type RefusalTexts, type Refused, refuse } from '#src/core/rules/outcome.ts'
import { cleanEmail } from '#src/core/rules/person.ts'

/** Sentences at the receipt's email field. */
export const receiptEmailRefusals = {
  receipt_email_required: { message: pay.receipt_email_required, field: 'receipt_email' },
  receipt_email_invalid: { message: pay.receipt_email_invalid, field: 'receipt_email' },
} as const satisfies RefusalTexts

type ReceiptEmail = { ok: true; email: string } | Refused<keyof typeof receiptEmailRefusals>

/** Returns the address for the receipt as stored, or why it is refused. */
export const readReceiptEmail = (typed = ''): ReceiptEmail => {
  if (typed.trim() === '') return refuse('receipt_email_required')
  const email = cleanEmail(typed)
  return email ? { ok: true, email } : refuse('receipt_email_invalid')
}
