import type { BatchCode, CodeBatch } from '#src/codes/rules/generate-codes.ts'
import { shortDate } from '#src/core/rules/business-day.ts'
import { hrefs } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/office-page.tsx'

interface BatchProps {
  batch: CodeBatch
  codes: BatchCode[]
  timezone: string
}

/** Codes of one batch, with links to download and print them. */
export const Batch = ({ batch, codes, timezone }: BatchProps) => (
  <Panel title={`${batch.product.name}: ${batch.size === 1 ? '1 code' : `${batch.size} codes`}`}>
    <Facts
      of={[
        ['Made', `${shortDate(batch.createdAt, timezone)}, ${batch.madeBy}`],
        ['Good until', codes[0]?.expiresAt ? shortDate(codes[0].expiresAt, timezone) : 'no end date'],
        ['Note', batch.note],
      ]}
    />
    <div className="buttons">
      <ButtonLink href={hrefs.codeCards(batch.id)}>Print cards</ButtonLink>
      <a className="button button-quiet" href={hrefs.batchCsv(batch.id)} download>
        Save as CSV
      </a>
    </div>
    <DataTable
      caption="Codes"
      head={['Code', 'Used']}
      figures={[1]}
      empty="No codes."
      rows={codes.map(c => ({
        key: c.code,
        cells: [
          <a key="c" href={hrefs.accessCode(c.code)}>
            <code>{c.code}</code>
          </a>,
          `${c.used}/${c.maxUsage}`,
        ],
      }))}
    />
  </Panel>
)
