import { shortTime } from '#src/core/rules/business-day.ts'
import { refundMessages } from '#src/payments/rules/refund.ts'
import { paths } from '../../paths.ts'
import { useShownOnce } from '../../ui/answer.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { PaymentsPage } from './load.ts'

interface ComparisonsProps extends Pick<PaymentsPage, 'compared'> {
  canStart: boolean
  timezone: string
}

/** Comparisons of our payments with the card provider's: what was fixed, and what needs attention. */
export const Comparisons = ({ compared, canStart, timezone }: ComparisonsProps) => {
  const { comparing } = useShownOnce<{ comparing: true }>()
  return (
    <Panel title="Comparisons with the card provider">
      {comparing && (
        <p role="status">
          {refundMessages.started} <a href={paths.payments}>Reload this page</a> in a moment to see the result.
        </p>
      )}
      {canStart && !comparing && (
        <form method="post" action={paths.payments}>
          <Button look="quiet" name="intent" value="compare">
            Compare now
          </Button>
        </form>
      )}
      <DataTable
        caption="Comparisons, newest first"
        head={['When', 'Compared', 'Fixed', 'Needs attention']}
        figures={[1]}
        empty="The first comparison runs tonight."
        rows={compared.map(r => ({
          key: r.at.toISOString(),
          cells: [
            shortTime(r.at, timezone),
            r.compared,
            <Lines key="h" lines={r.healed} />,
            <Lines key="o" lines={r.open} />,
          ],
        }))}
      />
    </Panel>
  )
}

const Lines = ({ lines }: { lines: string[] }) =>
  lines.length === 0 ? (
    'none'
  ) : (
    <ul>
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
