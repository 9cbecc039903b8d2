import { type SignRowFailure, signFailuresCsv } from '#src/signs/rules/sign-import.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'

const MAX_ROWS = 300

/** Rows that were not read, each with its line in the file and the reasons. */
export const SignFailures = ({ failed }: { failed: SignRowFailure[] }) => (
  <Panel title={`Not read (${failed.length})`}>
    <p>
      <a
        className="button button-quiet"
        href={`data:text/csv;charset=utf-8,${encodeURIComponent(signFailuresCsv(failed))}`}
        download="not-read.csv"
      >
        Save as CSV
      </a>
    </p>
    <DataTable
      caption="Rows not read"
      head={['Line', 'Gloss', 'Reason']}
      figures={[0]}
      empty=""
      rows={failed.slice(0, MAX_ROWS).map((row, at) => ({
        key: at,
        cells: [row.line, row.gloss, row.faults.join('; ')],
      }))}
    />
  </Panel>
)
