import { shortDate } from '#src/core/rules/business-day.ts'
import { hrefs } from '../../paths.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { SchoolPage } from './load.ts'

/** Codes that were made for this school. */
export const SchoolSeats = ({ data: { overview, rights }, timezone }: { data: SchoolPage; timezone: string }) => (
  <Panel title="Seats">
    <DataTable
      caption="Batches of codes for this school"
      head={['Batch', 'Product', 'Used', 'Seats', 'Made', 'Note']}
      figures={[2, 3]}
      empty="No codes were made for this school. Codes made without a school are not counted here."
      rows={overview.batches.map(b => ({
        key: b.id,
        cells: [
          rights.everywhere ? (
            <a key="b" href={hrefs.batch(b.id)}>
              {b.id}
            </a>
          ) : (
            b.id
          ),
          b.product,
          b.used,
          b.seats,
          shortDate(b.createdAt, timezone),
          b.note,
        ],
      }))}
    />
  </Panel>
)
