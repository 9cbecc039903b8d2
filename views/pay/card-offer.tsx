import { type CardOffer as Offer, testModeMessage } from '#src/domain/checkout.ts'
import type { PayPage } from '#src/domain/pay-page.ts'
import { Field } from '../ui/field.tsx'
import { still } from '../ui/still.ts'

/** What to know before paying by card: the sum, in which mode, and where the receipt goes. */
export const Total = ({ offer }: { offer: Offer | null }) => {
  if (!offer?.prices) return null
  return <p className="total" {...still(Sum, { test: offer.test }, { total: offer.prices.total })} />
}

const Sum = ({ test, total }: { test: boolean; total: string }) => (
  <>
    <span>
      Total by card
      {test && <TestMode />}
    </span>
    <strong>{total}</strong>
  </>
)

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
