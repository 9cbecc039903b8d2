import { testModeMessage } from '#src/payments/rules/checkout.ts'
import type { CardPanel, PayPage } from '#src/payments/rules/pay-page.ts'
import { Field } from '../ui/field.tsx'

/** Total price of a card payment, marked in test mode. */
export const Total = ({ offer }: { offer: CardPanel | null }) => {
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

/** Email for the receipt only. It never replaces the email the LMS sent. */
export const ReceiptEmail = ({ page }: { page: PayPage }) =>
  page.card?.asksEmail && !page.card.waiting ? (
    <Field
      label="Email for the receipt, if you pay by card"
      name="receipt_email"
      type="email"
      autoComplete="email"
      defaultValue={page.receiptEmail}
      hint="Your course did not send us your email. We only use this one for your receipt."
      problem={page.problem?.at === 'receipt' ? page.problem.text : undefined}
    />
  ) : null
