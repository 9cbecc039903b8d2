import { restorable } from '#src/access/rules/coverage.ts'
import { hasAccess, lastPeriodEnd } from '#src/access/rules/entitlement.ts'
import { hrefs } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { View } from './load.ts'
import { Reason } from './reason.tsx'

interface SetProcessedProps {
  view: View
  now: Date
  missingReason: boolean
}

/** Process and Un-process, with their effects on the person's codes and payments. */
export const SetProcessed = ({ view: { entitlement }, now, missingReason }: SetProcessedProps) => {
  const inside = hasAccess(entitlement)
  const live = entitlement.codes.filter(c => c.voidedAt === null).length
  const back = restorable(entitlement, now).length
  const hasUsedUp =
    (entitlement.codes.length > 0 || entitlement.hasCheckouts) && lastPeriodEnd(entitlement, now) !== null
  return (
    <Panel title={inside ? 'Take out' : 'Let in'}>
      <form method="post" action={hrefs.token(entitlement.token)} className="form">
        <p>
          {inside
            ? `Un-process takes this person out of the course.${live > 0 ? ` It takes back ${count(live)}, which ${live === 1 ? 'stays' : 'stay'} used.` : ''}`
            : `Process lets this person in without a code or a payment.${back > 0 ? ` It brings back ${count(back)}.` : ''}${hasUsedUp ? ' Codes and payments of the period that ended stay used up.' : ''}`}
        </p>
        {inside && entitlement.paid.length > 0 && (
          <p>
            The payment no longer gives access. It is not refunded. To take the person out and refund them, use{' '}
            <a href={hrefs.payments(entitlement.token)}>Payments</a>.
          </p>
        )}
        <Reason missing={missingReason} />
        <div className="buttons">
          <Button name="intent" value="process" disabled={inside}>
            Process
          </Button>
          <Button look="quiet" name="intent" value="unprocess" disabled={!inside}>
            {entitlement.paid.length > 0 ? 'Un-process…' : 'Un-process'}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

const count = (codes: number): string => (codes === 1 ? '1 code' : `${codes} codes`)
