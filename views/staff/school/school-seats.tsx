import { shortDate } from '#src/core/rules/business-day.ts'
import { hrefs } from '../../paths.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { SchoolPage } from './screen.tsx'

/** Seats that codes filled, and the codes that were made for this school. */
export const SchoolSeats = ({ data: { overview, rights }, timezone }: { data: SchoolPage; timezone: string }) => (
  <Panel title="Seats">
    <p>{seatsUsed(overview.codesUsed)}</p>
    <DataTable
      caption="Batches of codes for this school"
      head={['Batch', 'Product', 'Used', 'Seats', 'Made', 'Note']}
      figures={[2, 3]}
      minor={[4, 5]}
      empty="No batch of codes was made for this school."
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

const seatsUsed = (count: number): string =>
  count === 0
    ? 'No code was used in its courses.'
    : `Students used ${count === 1 ? '1 code' : `${count.toLocaleString('en-US')} codes`} in this school's courses. Codes not made for it count too.`
