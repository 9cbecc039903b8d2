import { type CardOffer as Offer, testModeMessage } from '#src/domain/checkout.ts'
import type { PayPage } from '#src/domain/pay-page.ts'
import { Field } from '../ui/field.tsx'

/** What to know before paying by card: the sum, in which mode, and where the receipt goes. */
export const Total = ({ offer }: { offer: Offer | null }) => {
  if (!offer?.prices) return null
  return (
    <p className="total">
      <span>
        Total by card
        {offer.test && <TestMode />}
      </span>
      <strong>{offer.prices.total}</strong>
    </p>
  )
}

export const TestMode = () => <span className="test-mode">{testModeMessage}</span>

/** Kept apart from what the LMS says about the person: it is only where the receipt goes. */
export const ReceiptEmail = ({ page }: { page: PayPage }) =>
  page.card?.asksEmail && !page.card.waiting ? (
    <Field
      label="Email for the receipt, if you pay by card"
      name="receipt_email"
      type="email"
      autoComplete="email"
      defaultValue={page.receiptEmail}
      hint="Your course does not tell us your email. We use this one for the receipt only."
      problem={page.problem?.at === 'receipt' ? page.problem.text : undefined}
    />
  ) : null
