import { type Coverage, coverage } from '#src/access/rules/coverage.ts'
import { type Entitlement, hasAccess } from '#src/access/rules/entitlement.ts'
import { maskOpenCodes } from '#src/access/rules/masked-code.ts'
import type { CheckoutEnd } from '#src/access/rules/payment.ts'
import { courseName, courseUrl, lmsUrl } from '#src/courses/rules/course.ts'
import { thankYou } from './after-code.ts'
import { confirmingTexts } from './checkout-messages.ts'
import { type PayPageKind, pageKindFor } from './page-kind.ts'
import { accessEndsOn } from './pay-page.ts'

/** State of a payment after the checkout. */
type SuccessState = 'in' | 'part' | 'confirming' | 'failed' | 'flagged' | 'unpaid' | 'refunded'

const successState = (entitlement: Entitlement, status: CheckoutEnd | null): SuccessState => {
  if (hasAccess(entitlement)) return 'in'
  switch (status) {
    case 'paid':
      return 'part'
    case 'flagged':
      return 'flagged'
    case 'failed':
      return 'failed'
    case 'refunded':
      return 'refunded'
    case 'open':
    case 'pending':
      return 'confirming'
    case 'expired':
    case null:
      return 'unpaid'
    default:
      return status satisfies never
  }
}

/** Shown if no payment is known here: the person returned from the provider. */
export const processedMessage = 'Your payment has been processed.'

/** Heading and text of each state. */
export const successSentences: Record<SuccessState, { title: string; text: string }> = {
  in: { title: thankYou, text: processedMessage },
  part: {
    title: 'We have your payment',
    text: 'Your course changed while you paid. You still need the products below.',
  },
  confirming: confirmingTexts.pending,
  failed: {
    title: 'Your payment did not go through',
    text: 'Nothing was charged. You can try again, or pay another way.',
  },
  flagged: {
    title: 'We have your payment',
    text: 'Our staff are checking it. You do not need to pay again.',
  },
  refunded: {
    title: 'You got a refund',
    text: 'It can take 10 days to reach your card. To use the course again, open its page.',
  },
  unpaid: { title: 'Nothing was paid', text: 'You can start the payment again from your course page.' },
}

/** Props of the success page. */
export interface SuccessPage {
  state: SuccessState
  token: string
  /** The payment page to go back to. */
  pageKind: PayPageKind
  course: string
  accessEnds: string
  /** Says where the receipt goes; null if no receipt is known. */
  receipt: string | null
  /** The course's platform is not set up, so it opens only later. */
  opensLater: boolean
  courseUrl: string | null
  lmsUrl: string | null
  needs: Coverage[]
}

interface SuccessView {
  status: CheckoutEnd | null
  receiptEmail: string | null
  timezone: string
  now: Date
  opensLater?: boolean
}

export const successPage = (entitlement: Entitlement, view: SuccessView): SuccessPage => ({
  state: successState(entitlement, view.status),
  token: entitlement.token,
  pageKind: pageKindFor(entitlement),
  course: courseName(entitlement.course),
  accessEnds: accessEndsOn(entitlement, view.now, view.timezone),
  receipt: view.status === 'paid' && view.receiptEmail ? receiptSentence(view.receiptEmail, entitlement) : null,
  opensLater: view.opensLater ?? false,
  courseUrl: courseUrl(entitlement.course),
  lmsUrl: lmsUrl(entitlement.course),
  needs: coverage(maskOpenCodes(entitlement)),
})

/** Names the address only if it is the one of the enrollment. A typed one may be another person's. */
const receiptSentence = (receiptEmail: string, { email }: Entitlement): string =>
  `We email your receipt to ${receiptEmail === email ? email : 'the address you gave'}.`
