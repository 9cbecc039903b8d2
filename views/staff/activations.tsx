import { shortDate } from '#src/core/rules/business-day.ts'
import type { Activation } from '#src/courses/rules/activation.ts'
import { DataTable } from '../ui/data-table.tsx'
import { Panel } from '../ui/office-page.tsx'

/** Past activations of a course. `userName` is a first name and a last initial. */
export const Activations = ({ activations, timezone }: { activations: Activation[]; timezone: string }) => (
  <Panel title="Activation history">
    <DataTable
      caption="Activation history"
      head={['Date', 'Products', 'By']}
      empty="No product changes yet."
      rows={activations.map((a, at) => ({
        key: `${a.activatedAt.toISOString()} ${at}`,
        cells: [
          shortDate(a.activatedAt, timezone),
          a.productCodes.join(', ') || 'none',
          <span key="by" className="one-line">
            {a.userName}
          </span>,
        ],
      }))}
    />
  </Panel>
)
