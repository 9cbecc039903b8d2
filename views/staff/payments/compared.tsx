import { shortTime } from '#src/domain/business-day.ts'
import { refundMessages } from '#src/domain/refund.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { PaymentsPage } from './load.ts'

interface ComparedProps extends Pick<PaymentsPage, 'compared' | 'comparing'> {
  canStart: boolean
  timezone: string
}

/** The nightly comparison of the card provider's sessions with our rows: what it healed, and what is left for a person. */
export const Compared = ({ compared, comparing, canStart, timezone }: ComparedProps) => (
  <Panel title="Comparisons with the card provider">
    {comparing && (
      <p role="status">
        {refundMessages.started} <a href={paths.payments}>Open this page again</a> in a moment to see its result.
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
      caption="Comparisons, the newest first"
      head={['When', 'Compared', 'Healed', 'Left for a person']}
      figures={[1]}
      empty="None yet: the first comes at night."
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

const Lines = ({ lines }: { lines: string[] }) =>
  lines.length === 0 ? (
    'nothing'
  ) : (
    <ul>
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
