import { courseName, courseUrl, lmsUrl } from './course.ts'
import { type Coverage, coverage } from './coverage.ts'
import { type Entitlement, isIn } from './entitlement.ts'
import { type PayRoute, thankYou } from './pay-page.ts'
import type { CheckoutEnd } from './payment.ts'

/** How a payment stands, as its person is told after the checkout. */
export type SuccessState = 'in' | 'part' | 'confirming' | 'failed' | 'flagged' | 'unpaid' | 'refunded'

const successState = (entitlement: Entitlement, status: CheckoutEnd | null): SuccessState => {
  if (isIn(entitlement)) return 'in'
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

/** What a person of whom no payment is known here is told, by who came from the provider (spec §2, Success pages). */
export const processedMessage = 'Your payment has been processed.'

/** The heading of each state, and what it means for the person. */
export const successSentences: Record<SuccessState, { title: string; text: string }> = {
  in: { title: thankYou, text: processedMessage },
  part: {
    title: 'Your payment came in',
    text: 'Your course changed while you paid. It still needs what is open below.',
  },
  confirming: {
    title: 'We are confirming your payment',
    text: 'A card takes a moment, a bank transfer can take days. You do not need to pay again. You can close this page: your course opens as soon as the payment is confirmed.',
  },
  failed: {
    title: 'Your payment did not go through',
    text: 'Nothing was charged. You can try again, or use another way.',
  },
  flagged: {
    title: 'Your payment came in',
    text: 'It is not what we asked for, so our staff look at it. You do not need to pay again.',
  },
  refunded: {
    title: 'You got a refund',
    text: 'The money goes back to the card that paid, which can take 10 days. The course is closed to you until you enter again from its page.',
  },
  unpaid: { title: 'Nothing was paid', text: 'You can start the payment again from your course page.' },
}

/** All that the success page draws. */
export interface SuccessPage {
  state: SuccessState
  token: string
  /** How the person came: inside an LMS, or by a teacher's link. */
  door: PayRoute
  course: string
  courseUrl: string | null
  lmsUrl: string | null
  needs: Coverage[]
}

export const successPage = (entitlement: Entitlement, status: CheckoutEnd | null): SuccessPage => ({
  state: successState(entitlement, status),
  token: entitlement.token,
  door: entitlement.bornBy === 'sign_up' ? 'pay' : 'lti',
  course: courseName(entitlement.course),
  courseUrl: courseUrl(entitlement.course),
  lmsUrl: lmsUrl(entitlement.course),
  needs: coverage(entitlement),
})
