import { failuresCsv, reasonsOf, type ShownFailure } from '#src/codes/rules/code-import.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'

/** More rows would make the page slow. */
const MAX_ROWS = 500

/** Codes that were not imported, each with its line in the file and the reason. */
export const Failures = ({ failed }: { failed: ShownFailure[] }) => (
  <Panel title={`Not imported (${failed.length.toLocaleString('en')})`}>
    {failed.length > 1 && <ReasonCounts failed={failed} />}
    {/* A data URL, so the server stores nothing and no script is needed. */}
    <p>
      <a
        className="button button-quiet"
        href={`data:text/csv;charset=utf-8,${encodeURIComponent(failuresCsv(failed))}`}
        download="not-imported.csv"
      >
        Save as CSV
      </a>
    </p>
    <DataTable
      caption="Codes not imported"
      head={['Line', 'Access code', 'Product', 'Reason']}
      figures={[0]}
      empty=""
      rows={failed.slice(0, MAX_ROWS).map((f, at) => ({
        key: at,
        cells: [f.line, f.code, f.product, <ReasonList key="r" reasons={reasonsOf(f)} />],
      }))}
    />
    {failed.length > MAX_ROWS && (
      <p className="soft">{(failed.length - MAX_ROWS).toLocaleString('en')} more are in the CSV file.</p>
    )}
  </Panel>
)

/** Counts per reason, to show at a glance whether the file was the wrong one. */
const ReasonCounts = ({ failed }: { failed: ShownFailure[] }) => {
  const counts = new Map<string, number>()
  for (const reason of failed.flatMap(reasonsOf)) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return (
    <ul>
      {[...counts].map(([reason, count]) => (
        <li key={reason}>
          {count.toLocaleString('en')} × {reason}
        </li>
      ))}
    </ul>
  )
}

const ReasonList = ({ reasons }: { reasons: string[] }) => (
  <ul className="reasons">
    {reasons.map(reason => (
      <li key={reason}>{reason}</li>
    ))}
  </ul>
)
