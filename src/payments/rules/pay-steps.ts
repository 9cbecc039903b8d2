import { refuse } from '#src/core/rules/outcome.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { codeSlot } from '#src/messages/rules/code-slot.ts'
import type { HelpSlot } from '#src/messages/rules/signed-help.ts'
import type { PayPage } from './pay-page.ts'

/** Returns the slots of signed help for what the payment page shows, the most exact first. */
export const paySlots = ({ step, closed, confirming, ended, opensLater, problem }: PayPage): HelpSlot[] => {
  if (step === 'coupons') return [codeSlot(problem?.outcome ?? ''), 'code']
  if (confirming) return ['confirming']
  if (closed) return ['course-closed']
  const slots: Record<typeof step, HelpSlot[]> = {
    loading: [],
    agree: ended ? ['ended', 'agree'] : ['agree'],
    thank_you: [opensLater ? 'opens-later' : 'thank-you'],
    already_enrolled: ['already-in'],
  }
  return slots[step]
}

const AFTER_AGREEING: HelpSlot[] = [
  'agree',
  'code',
  'code-wrong',
  'code-used',
  'code-used-by-you',
  'code-used-by-other',
  'code-wait',
  'thank-you',
]

/** Returns the slots of the steps that a script may show after this one, without a page load. */
export const laterPaySlots = ({ step, closed }: PayPage): HelpSlot[] =>
  closed === null && (step === 'agree' || step === 'coupons') ? AFTER_AGREEING : []

/** Returns the address for the receipt as stored, or why it is refused. */
export const readReceiptEmail = (typed = '') => {
  if (typed.trim() === '') return refuse('receipt_email_required')
  const email = cleanEmail(typed)
  return email ? { ok: true as const, email } : refuse('receipt_email_invalid')
}
