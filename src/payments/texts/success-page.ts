import { type Coverage, coverage } from '#src/access/rules/coverage.ts'
import { type Entitlement, hasAccess, maskOpenCodes } from '#src/access/rules/entitlement.ts'
import type { CheckoutEnd } from '#src/access/rules/payment.ts'
import type { Language } from '#src/core/rules/language.ts'
import { courseName, courseUrl, lmsUrl } from '#src/courses/rules/course.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { type OpensLater, type PayPageKind, pageKindFor, type StudentDates, studentDates } from '../rules/pay-page.ts'

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

/** Props of the success page. */
export interface SuccessPage extends StudentDates {
  state: SuccessState
  token: string
  /** The payment page to go back to. */
  pageKind: PayPageKind
  course: string
  /** Says where the receipt goes; null if no receipt is known. */
  receipt: string | null
  /** Reason that the course opens only later, or not at all. */
  opensLater: OpensLater | null
  courseUrl: string | null
  lmsUrl: string | null
  needs: Coverage[]
}

interface SuccessView {
  status: CheckoutEnd | null
  receiptEmail: string | null
  timezone: string
  language: Language
  now: Date
  opensLater?: OpensLater | null
}

export const successPage = (entitlement: Entitlement, view: SuccessView): SuccessPage => ({
  state: successState(entitlement, view.status),
  token: entitlement.token,
  pageKind: pageKindFor(entitlement),
  course: courseName(entitlement.course, textsIn(view.language).sentences.yourCourse),
  ...studentDates(entitlement, view.now, view.timezone, view.language),
  receipt:
    view.status === 'paid' && view.receiptEmail ? receiptSentence(view.receiptEmail, entitlement, view.language) : null,
  opensLater: view.opensLater ?? null,
  courseUrl: courseUrl(entitlement.course),
  lmsUrl: lmsUrl(entitlement.course),
  needs: coverage(maskOpenCodes(entitlement)),
})

/** Names the address only if it is the one of the enrollment. A typed one may be another person's. */
const receiptSentence = (receiptEmail: string, { email }: Entitlement, language: Language): string => {
  const { receiptTo, addressYouGave } = textsIn(language).success
  return receiptTo(receiptEmail === email ? email : addressYouGave)
}
