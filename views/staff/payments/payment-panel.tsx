import { shortTime } from '#src/core/rules/business-day.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { refundRefusals } from '#src/payments/rules/refund.ts'
import { hrefs } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { Copied, Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { StaffPayment } from './load.ts'

interface PaymentPanelProps {
  payment: StaffPayment
  token: string
  canRefund: boolean
  timezone: string
}

const PROBLEMS = ['flagged', 'disputed', 'dispute lost']

/** One checkout: amounts requested, paid and refunded, and a form to refund it. */
export const PaymentPanel = ({ payment, token, canRefund, timezone }: PaymentPanelProps) => {
  const { checkout, lines, flags, state } = payment
  const money = (amount: number | null) => amount !== null && moneyText({ amount, currency: checkout.currency })
  return (
    <Panel title={`${money(payment.total) || money(checkout.amount)}, ${shortTime(checkout.createdAt, timezone)}`} form>
      {flags
        .filter(f => f.closedAt === null)
        .map(f => (
          <Notice key={f.id} tone="problem">
            {f.sentence}
          </Notice>
        ))}
      <Facts
        of={[
          [
            'State',
            <Badge key="s" tone={state === 'paid' ? 'good' : PROBLEMS.includes(state) ? 'problem' : 'plain'}>
              {state === 'flagged' ? 'wrong price or amount' : state}
            </Badge>,
          ],
          ['Requested', money(checkout.amount)],
          ['Paid', money(payment.total)],
          ['Refunded', payment.refunded > 0 && money(payment.refunded)],
          ['For', lines.map(l => `${l.product}${l.why ? ` (${l.why})` : ''}`).join(', ')],
          ['Receipt to', checkout.receiptEmail],
          ['Disputes', payment.disputes.join(', ')],
          ['Checkout', <Copied key="c">{checkout.sessionId}</Copied>],
          ['Payment', checkout.paymentIntent && <Copied key="p">{checkout.paymentIntent}</Copied>],
        ]}
      />
      {canRefund && payment.barred && <p className="hint">{refundRefusals[payment.barred].message}</p>}
      {canRefund && payment.refundable > 0 && (
        <form method="post" action={hrefs.payments(token)} className="form">
          <input type="hidden" name="session_id" value={checkout.sessionId} />
          {lines.length > 1 && (
            <fieldset className="checks">
              <legend>Refund only these products</legend>
              <p className="hint">Select none to refund all that is left: {money(payment.refundable)}</p>
              {lines
                .filter(l => l.refundable)
                .map(l => (
                  <Check
                    key={l.productId}
                    label={`${l.product}, ${money(l.amount)}`}
                    name="product_ids"
                    value={l.productId}
                  />
                ))}
            </fieldset>
          )}
          <div className="buttons">
            <Button look="quiet" name="intent" value="refund">
              Refund…
            </Button>
          </div>
        </form>
      )}
    </Panel>
  )
}
