import type { SuccessPage } from '#src/payments/texts/success-page.ts'
import { island } from '../island.ts'
import { useReloadWhenGone } from '../ui/hydrated.ts'
import { PaymentState } from './payment-state.tsx'

/** Reloads the page once the payment state has changed. */
const Confirming = (props: { page: SuccessPage; here: string }) => {
  useReloadWhenGone('data-confirming')
  return (
    <div data-confirming aria-live="polite">
      <PaymentState {...props} />
    </div>
  )
}

export default island('success/confirming', Confirming, ['pay', 'success'])
