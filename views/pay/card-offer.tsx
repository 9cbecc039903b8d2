import type { CardPanel, PayPage } from '#src/payments/rules/pay-page.ts'
import { Field } from '../ui/field.tsx'
import { useTexts } from '../ui/texts.ts'

/** Total price of a card payment, marked in test mode. */
export const Total = ({ offer }: { offer: CardPanel | null }) => {
  const texts = useTexts('pay')
  if (!offer?.prices) return null
  return (
    <>
      <p className="total">
        <span>{texts.totalByCard}</span> <strong>{offer.prices.total}</strong>
      </p>
      {offer.test && <TestMode />}
    </>
  )
}

export const TestMode = () => <span className="test-mode">{useTexts('pay').testMode}</span>

/** Email for the receipt only. It never replaces the email the LMS sent. */
export const ReceiptEmail = ({ page }: { page: PayPage }) => {
  const texts = useTexts('pay')
  if (!page.card?.asksEmail || page.card.waiting) return null
  return (
    <Field
      label={texts.receiptEmail}
      name="receipt_email"
      type="email"
      autoComplete="email"
      defaultValue={page.receiptEmail}
      hint={texts.receiptEmailHint}
      problem={page.problem?.at === 'receipt' ? page.problem.text : undefined}
    />
  )
}
