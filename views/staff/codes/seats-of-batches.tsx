import type { ListedBatch } from '#src/codes/rules/batch-list.ts'
import { hrefs } from '../../paths.ts'
import { RowsFigure } from '../figures/rows-figure.tsx'

/** Batches that the figure shows. */
const SHOWN = 10

const count = (value: number): string => value.toLocaleString('en-US')
const sum = (batches: ListedBatch[], of: (batch: ListedBatch) => number) => batches.reduce((all, b) => all + of(b), 0)

/** Seats used of each batch: of the first of the list, so that its filters apply. */
export const SeatsOfBatches = ({ batches }: { batches: ListedBatch[] }) => {
  const shown = batches.slice(0, SHOWN)
  if (shown.length === 0) return null
  return (
    <RowsFigure
      title="Seats used"
      point={`${count(sum(shown, b => b.used))} of ${count(sum(shown, b => b.seats))} seats are used, in ${shown.length === 1 ? '1 batch' : `${shown.length} batches`}.`}
      head={['Batch', 'Used of seats']}
      rows={shown.map(b => ({
        key: b.id,
        name: (
          <a href={hrefs.batch(b.id)}>
            {b.id}, {b.productCode}
            {b.note && `: ${b.note}`}
          </a>
        ),
        value: b.used,
        of: b.seats,
        text: `${count(b.used)} of ${count(b.seats)}`,
      }))}
    />
  )
}
