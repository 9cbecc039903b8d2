import { Fragment } from 'react'
import { isClosedByStaff } from '#src/access/rules/payment.ts'
import { moneyText } from '#src/core/rules/money.ts'
import type { listPersonPayments } from '#src/payments/payments.ts'
import { providerHref } from '#src/payments/rules/payment-list.ts'
import { refundRefusals } from '#src/payments/rules/refund.ts'
import { hrefs } from '../../paths.ts'
import { ActionButton, PostButton } from '../../ui/button.tsx'
import { Badge, Copied, Facts } from '../../ui/facts.tsx'
import { FieldProblem } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel, useDates, usePosted } from '../../ui/office-page.tsx'
import { useRights } from '../staff-screen.ts'

type StaffPayment = NonNullable<Awaited<ReturnType<typeof listPersonPayments>>>['payments'][number]

interface PaymentPanelProps {
  payment: StaffPayment
  token: string
  /** Address of the page, which has `flagActions`. */
  action: string
}

const PROBLEMS = ['flagged', 'disputed', 'dispute lost']

/** One checkout: its flags, amounts requested, paid and refunded, and a form to refund it. */
export const PaymentPanel = ({ payment, token, action }: PaymentPanelProps) => {
  const { time } = useDates()
  const canChange = useRights().change
  const { checkout, lines, flags, state } = payment
  const parts = lines.filter(l => l.refundable)
  const money = (amount: number | null) => amount !== null && moneyText({ amount, currency: checkout.currency })
  return (
    <Panel title={`${money(payment.total) || money(checkout.amount)}, ${time(checkout.createdAt)}`} form>
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
                    {dispute.state} <DisputeLink {...dispute} livemode={checkout.livemode} />
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
      <ClosedFlags flags={flags} action={action} />
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
  <PostButton
    to={hrefs.payments(token)}
    fields={{ session_id: sessionId, ...(productId && { product_ids: productId }) }}
    intent="refund"
    label={label}
  />
)

type Dispute = { disputeId: string; dueAt: Date | null; livemode: boolean }

/** The card provider's page of a dispute, and until when it takes an answer. */
export const DisputeLink = ({ disputeId, dueAt, livemode }: Dispute) => {
  const { time } = useDates()
  return (
    <>
      {dueAt && `Answer by ${time(dueAt)}. `}
      <a href={providerHref(disputeId, livemode)} target="_blank" rel="noopener">
        Open the dispute in Stripe
      </a>
    </>
  )
}

/** Closed flags of a payment: who closed them, when, and their note. */
const ClosedFlags = ({ flags, action }: Pick<StaffPayment, 'flags'> & { action: string }) => {
  const canChange = useRights().change
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
                <ClosedText flag={f} />
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
  <PostButton to={action} fields={{ id }} intent="reopen" label="Open again" />
)

type ClosedFlag = Pick<StaffPayment['flags'][number], 'closedAt' | 'closedBy' | 'closedByName' | 'note'>

/** When and by whom a flag was closed, and their note. */
export const ClosedText = ({ flag }: { flag: ClosedFlag }) => {
  const { time } = useDates()
  const { closedAt, closedByName, note } = flag
  const at = closedAt && time(closedAt)
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
