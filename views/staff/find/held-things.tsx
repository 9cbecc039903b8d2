import { moneyText } from '#src/core/rules/money.ts'
import type { AccessHistory, PaymentHistory } from '#src/staff/rules/access-history.ts'
import { hrefs } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'

/** Codes and card payments of a person in a course, each with the first step to take it back. */
export const HeldThings = ({
  course: { entitlement: e, payments },
}: {
  course: Pick<AccessHistory, 'entitlement' | 'payments'>
}) => {
  const codes = e.codes.filter(code => code.voidedAt === null)
  const paid = payments.filter(isRefundable)
  return (
    <>
      {codes.length > 0 && (
        <ul className="links">
          {codes.map(({ code }) => (
            <li key={code}>
              <a href={hrefs.accessCode(code)}>Transfer or release {code}</a>
            </li>
          ))}
        </ul>
      )}
      {paid.map(({ sessionId, amount, currency }) => (
        <form key={sessionId} method="post" action={hrefs.payments(e.token)}>
          <input type="hidden" name="session_id" value={sessionId} />
          <Button look="quiet" name="intent" value="refund">
            Refund {moneyText({ amount, currency })}…
          </Button>
        </form>
      ))}
    </>
  )
}

/** The page of payments refuses what cannot be refunded for another reason, such as a dispute. */
const isRefundable = ({ completedAt, amount, refunds }: PaymentHistory): boolean =>
  completedAt !== null && refunds.every(refund => refund.failed || refund.amount < amount)
