import { coverage } from '#src/access/rules/coverage.ts'
import { type Entitlement, hasAccess, maskOpenCodes } from '#src/access/rules/entitlement.ts'
import type { CheckoutEnd } from '#src/access/rules/payment.ts'
import type { Language } from '#src/core/rules/language.ts'
import { courseName, courseUrl, lmsUrl } from '#src/courses/rules/course.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { type OpensLater, pageKindFor, studentDates } from '../rules/pay-page.ts'

/** State of a payment after the checkout. */
type SuccessState = 'in' | 'part' | 'confirming' | 'failed' | 'flagged' | 'unpaid' | 'refunded'

/** States of a person without access. A paid checkout then covers a part of the products only. */
const WITHOUT_ACCESS: Record<CheckoutEnd, SuccessState> = {
  paid: 'part',
  flagged: 'flagged',
  failed: 'failed',
  refunded: 'refunded',
  open: 'confirming',
  pending: 'confirming',
  expired: 'unpaid',
}

const successState = (entitlement: Entitlement, status: CheckoutEnd | null): SuccessState =>
  hasAccess(entitlement) ? 'in' : WITHOUT_ACCESS[status ?? 'expired']

interface SuccessView {
  status: CheckoutEnd | null
  receiptEmail: string | null
  timezone: string
  language: Language
  now: Date
  opensLater: OpensLater | null
}

export const successPage = (entitlement: Entitlement, view: SuccessView) => ({
  state: successState(entitlement, view.status),
  /** They have access by a payment, not by a code or our staff. */
  hasPaid: view.status === 'paid' || entitlement.source === 'card',
  token: entitlement.token,
  /** The payment page to go back to. */
  pageKind: pageKindFor(entitlement),
  course: courseName(entitlement.course, textsIn(view.language).sentences.yourCourse),
  ...studentDates(entitlement, view.now, view.timezone, view.language),
  /** Says where the receipt goes; null if no receipt is known. */
  receipt:
    view.status === 'paid' && view.receiptEmail ? receiptSentence(view.receiptEmail, entitlement, view.language) : null,
  /** Reason that the course opens only later, or not at all. */
  opensLater: view.opensLater,
  courseUrl: courseUrl(entitlement.course),
  lmsUrl: lmsUrl(entitlement.course),
  needs: coverage(maskOpenCodes(entitlement)),
})

export type SuccessPage = ReturnType<typeof successPage>

/** Names the address only if it is the one of the enrollment. A typed one may be another person's. */
const receiptSentence = (receiptEmail: string, { email }: Entitlement, language: Language): string => {
  const { receiptTo, addressYouGave } = textsIn(language).success
  return receiptTo(receiptEmail === email ? email : addressYouGave)
}
