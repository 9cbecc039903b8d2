import type { Activation } from '#src/domain/activation.ts'
import { shortDate } from '#src/domain/business-day.ts'
import { DataTable } from '../ui/data-table.tsx'
import { Panel } from '../ui/office-page.tsx'

/** Date, product code, and user as first name plus last initial (spec §2). */
export const Activations = ({ activations, timezone }: { activations: Activation[]; timezone: string }) => (
  <Panel title="Activation history">
    <DataTable
      caption="Activation history"
      head={['Date', 'Products', 'By']}
      empty="No colleague has activated it yet."
      rows={activations.map((a, at) => ({
        key: `${a.activatedAt.toISOString()} ${at}`,
        cells: [shortDate(a.activatedAt, timezone), a.productCodes.join(', ') || 'none', a.userName],
      }))}
    />
  </Panel>
)
