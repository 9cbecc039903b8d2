import { Fragment } from 'react'
import { isClosedByStaff } from '#src/access/rules/payment.ts'
import { shortTime } from '#src/core/rules/business-day.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { providerHref } from '#src/payments/rules/payment-list.ts'
import { refundRefusals } from '#src/payments/rules/refund.ts'
import { hrefs } from '../../paths.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Badge, Copied, Facts } from '../../ui/facts.tsx'
import { FieldProblem } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel, usePosted } from '../../ui/office-page.tsx'
import type { StaffPayment } from './payments.tsx'

interface PaymentPanelProps {
  payment: StaffPayment
  token: string
  /** Address of the page, which the forms of its flags post to. */
  action: string
  canChange: boolean
  timezone: string
}

const PROBLEMS = ['flagged', 'disputed', 'dispute lost']

/** One checkout: its flags, amounts requested, paid and refunded, and a form to refund it. */
export const PaymentPanel = ({ payment, token, action, canChange, timezone }: PaymentPanelProps) => {
  const { checkout, lines, flags, state } = payment
  const parts = lines.filter(l => l.refundable)
  const money = (amount: number | null) => amount !== null && moneyText({ amount, currency: checkout.currency })
  return (
    <Panel title={`${money(payment.total) || money(checkout.amount)}, ${shortTime(checkout.createdAt, timezone)}`} form>
      {flags
        .filter(f => f.closedAt === null)
        .map(f => (
          <Fragment key={f.id}>
            <Notice tone="problem">{f.sentence}</Notice>
            {canChange && <CloseFlag id={f.id} action={action} />}
          </Fragment>
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
          [
            'Disputes',
            payment.disputes.length > 0 && (
              <ul key="d">
                {payment.disputes.map(dispute => (
                  <li key={dispute.disputeId}>
                    {dispute.state} <DisputeLink {...dispute} livemode={checkout.livemode} timezone={timezone} />
                  </li>
                ))}
              </ul>
            ),
          ],
          [
            'At Stripe',
            checkout.paymentIntent && (
              <a key="s" href={providerHref(checkout.paymentIntent, checkout.livemode)} target="_blank" rel="noopener">
                Page of this payment
              </a>
            ),
          ],
          ['Checkout', <Copied key="c">{checkout.sessionId}</Copied>],
          ['Payment', checkout.paymentIntent && <Copied key="p">{checkout.paymentIntent}</Copied>],
        ]}
      />
      <ClosedFlags flags={flags} action={action} canChange={canChange} timezone={timezone} />
      {canChange && payment.barred && <p className="hint">{refundRefusals[payment.barred].message}</p>}
      {canChange && payment.refundable > 0 && (
        <div className="buttons">
          <RefundButton
            token={token}
            sessionId={checkout.sessionId}
            label={`Refund ${money(payment.refundable)}${lines.length > 1 ? ', all that is left' : ''}…`}
          />
          {parts.length > 1 &&
            parts.map(l => (
              <RefundButton
                key={l.productId}
                token={token}
                sessionId={checkout.sessionId}
                productId={l.productId}
                label={`Refund ${money(l.amount)}, ${l.product}…`}
              />
            ))}
        </div>
      )}
    </Panel>
  )
}

interface RefundButtonProps {
  token: string
  sessionId: string
  /** The product to refund; without one, all that is left. */
  productId?: number
  label: string
}

/** First step of a refund: asks what will happen. */
export const RefundButton = ({ token, sessionId, productId, label }: RefundButtonProps) => (
  <form method="post" action={hrefs.payments(token)}>
    <input type="hidden" name="session_id" value={sessionId} />
    {productId && <input type="hidden" name="product_ids" value={productId} />}
    <ActionButton intent="refund" label={label} look="quiet" />
  </form>
)

interface DisputeLinkProps {
  disputeId: string
  dueAt: Date | null
  livemode: boolean
  timezone: string
}

/** The card provider's page of a dispute, and until when it takes an answer. */
export const DisputeLink = ({ disputeId, dueAt, livemode, timezone }: DisputeLinkProps) => (
  <>
    {dueAt && `Answer by ${shortTime(dueAt, timezone)}. `}
    <a href={providerHref(disputeId, livemode)} target="_blank" rel="noopener">
      Open the dispute in Stripe
    </a>
  </>
)

/** Closed flags of a payment: who closed them, when, and their note. */
const ClosedFlags = ({
  flags,
  action,
  canChange,
  timezone,
}: Pick<StaffPayment, 'flags'> & Pick<PaymentPanelProps, 'action' | 'canChange' | 'timezone'>) => {
  const closed = flags.filter(f => f.closedAt !== null)
  if (closed.length === 0) return null
  return (
    <section className="closed-flags">
      <h3>Closed flags</h3>
      <ul className="bullets">
        {closed.map(f => (
          <li key={f.id}>
            <div className="closed-flag">
              <p>{f.sentence}</p>
              <p className="soft">
                <ClosedText flag={f} timezone={timezone} />
              </p>
              {canChange && isClosedByStaff(f) && <ReopenFlag id={f.id} action={action} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface FlagFormProps {
  id: number
  /** Address of the page, which the form posts to. */
  action: string
}

/** Closes a flag with a note. */
export const CloseFlag = ({ id, action }: FlagFormProps) => {
  const { fields, problems } = usePosted('close')
  const isSent = fields.id === String(id)
  const problem = isSent ? problems.note : undefined
  return (
    <form method="post" action={action} className="close-flag">
      <input type="hidden" name="id" value={id} />
      <input
        className="input"
        name="note"
        maxLength={500}
        defaultValue={isSent ? fields.note : undefined}
        placeholder="What you did"
        aria-label="What you did"
        autoComplete="off"
        {...(problem && { 'aria-invalid': true, 'aria-describedby': `flag-${id}-problem` })}
      />
      <ActionButton intent="close" label="Mark as done" look="quiet" />
      <FieldProblem id={`flag-${id}-problem`}>{problem}</FieldProblem>
    </form>
  )
}

/** Opens a flag again that staff closed. */
export const ReopenFlag = ({ id, action }: FlagFormProps) => (
  <form method="post" action={action}>
    <input type="hidden" name="id" value={id} />
    <ActionButton intent="reopen" label="Open again" look="quiet" />
  </form>
)

interface ClosedProps {
  flag: { closedAt: Date | null; closedBy: string | null; closedByName: string | null; note: string | null }
  timezone: string
}

/** When and by whom a flag was closed, and their note. */
export const ClosedText = ({ flag, timezone }: ClosedProps) => {
  const { closedAt, closedByName, note } = flag
  const at = closedAt && shortTime(closedAt, timezone)
  return isClosedByStaff(flag) ? (
    <>
      {closedByName ?? 'Unknown'}, {at}
      {note && (
        <>
          : <q>{note}</q>
        </>
      )}
    </>
  ) : (
    <>Closed by itself, {at}</>
  )
}
