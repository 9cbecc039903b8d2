import { moneyText } from '#src/core/rules/money.ts'
import type { CourseAccess } from '#src/staff/rules/search-result.ts'
import { hrefs } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'

/** Codes and card payments of a person in a course, each with the first step to take it back. */
export const HeldThings = ({
  course: { entitlement: e, refundable },
}: {
  course: Pick<CourseAccess, 'entitlement' | 'refundable'>
}) => {
  const codes = e.codes.filter(code => code.voidedAt === null)
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
      {refundable.map(({ sessionId, amount, currency }) => (
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
