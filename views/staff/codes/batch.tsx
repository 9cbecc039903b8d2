import type { BatchCode, CodeBatch, ListedBatch } from '#src/access/rules/code-batches.ts'
import { shortDate } from '#src/core/rules/business-day.ts'
import { hrefs } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DataTable, Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { BarFigure, RowsFigure } from '../figures/bars.tsx'

interface BatchProps {
  batch: CodeBatch
  codes: BatchCode[]
  timezone: string
  /** True if the role may print and save the codes. */
  mayTake: boolean
}

/** Bar with the used seats of a batch. */
export const BatchSeats = ({ batch: { seats, used } }: { batch: CodeBatch }) => (
  <BarFigure
    title="Seats"
    point={`${used.toLocaleString('en-US')} of ${seats.toLocaleString('en-US')} seats used.`}
    parts={[
      { name: 'Used', value: used },
      { name: 'Free', value: seats - used },
    ]}
  />
)

/** Codes of one batch, with links to download and print them. */
export const Batch = ({ batch, codes, timezone, mayTake }: BatchProps) => (
  <Panel title={`${batch.product.name}: ${batch.size === 1 ? '1 code' : `${batch.size} codes`}`}>
    <Facts
      of={[
        ['Made', `${shortDate(batch.createdAt, timezone)}, ${batch.madeBy}`],
        ['Good until', codes[0]?.expiresAt ? shortDate(codes[0].expiresAt, timezone) : 'no end date'],
        [
          'School',
          batch.school && (
            <a key="s" href={hrefs.schoolPage(batch.school.id)}>
              {batch.school.name}
            </a>
          ),
        ],
        ['Note', batch.note],
      ]}
    />
    {mayTake ? (
      <div className="buttons">
        <ButtonLink href={hrefs.codeCards(batch.id)}>Print cards</ButtonLink>
        <a className="button button-quiet" href={hrefs.batchCsv(batch.id)} download>
          Save as CSV
        </a>
      </div>
    ) : (
      <p className="soft">You see used codes only. Ask a manager for the others.</p>
    )}
    <DataTable
      caption="Codes"
      head={['Code', 'Used']}
      figures={[1]}
      empty={mayTake ? 'No codes.' : 'No used codes yet.'}
      rows={codes.map(c => ({
        key: c.code,
        cells: [
          <span key="c" className="copied">
            <a href={hrefs.accessCode(c.code)} data-copy={mayTake || undefined}>
              <code>{c.code}</code>
            </a>
          </span>,
          `${c.used}/${c.maxUsage}`,
        ],
      }))}
    />
  </Panel>
)

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
